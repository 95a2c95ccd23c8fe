import GithubSlugger from 'github-slugger'
import { type Document, listOperations } from '../lib/document.js'
import { groups, type Guide } from './guides.js'
import { outsideCode } from './redoc-text.js'
import { referenceOf } from './reference.js'
import { addressOf, introduction, lineOf, titleOf } from './shown.js'

/** All guides and the reference as one file, and its table of contents in the form of llmstxt.org. */
export function renderMarkdown(
  document: Document,
  guides: readonly Guide[],
): Record<'all.md' | 'llms.txt', string> {
  const sections = [
    ...guides.map(({ group, name, title, text }) => ({
      group,
      title,
      address: `/${name}`,
      note: Array.from(
        text.replace(/^```.*?^```$/gms, '').matchAll(/^## (.+)$/gm),
        ([, part]) => part,
      ).join(', '),
      text: outsideCode(text, (part) => part.replace(/^(?=#+ )/gm, '#')),
    })),
    ...listOperations(document).map((operation) => ({
      group: 'Reference',
      title: titleOf(operation),
      address: addressOf(operation),
      note: lineOf(operation),
      text: referenceOf(document, operation),
    })),
  ]
  const parts = Object.keys(groups).map((name) => ({
    name,
    sections: sections.filter(({ group }) => group === name),
  }))
  const anchors = new Map(sections.map(({ address, title }) => [address, anchorOf(title)]))
  const { title, description = '' } = document.info
  const all = [
    `# ${title}`,
    introduction(document),
    ...parts.flatMap((part) => part.sections.map(({ title, text }) => `## ${title}\n\n${text}`)),
  ]
  const contents = parts.map(({ name, sections }) => {
    const links = sections.map(
      ({ title, note }) =>
        `- [${title}](all.md#${anchorOf(title)})${note === '' ? '' : `: ${note}`}`,
    )
    return `## ${name}\n\n${links.join('\n')}`
  })
  return {
    'all.md': joined(all)
      .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(
        /\]\(#(\/[^)]+)\)/g,
        (_, address: string) => `](#${anchors.get(address) ?? address.replace(/.*\//, '')})`,
      ),
    'llms.txt': joined([
      `# ${title}`,
      `> ${description.split('\n\n')[0]?.replaceAll('\n', ' ') ?? ''}`,
      'Every part below is in [one file](all.md).',
      ...contents,
    ]),
  }
}

const anchorOf = (title: string): string => new GithubSlugger().slug(title)

const joined = (texts: readonly string[]): string =>
  `${texts.map((text) => text.trim()).join('\n\n')}\n`
