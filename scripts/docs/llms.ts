import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, listOperations } from '../lib/document.js'
import { groups, type Guide } from './guides.js'
import { lineOf } from './reference.js'

/** Writes the guides as they were written, the document, and `llms.txt`, which names them in the form of llmstxt.org. */
export async function writeMarkdown(
  document: Document,
  guides: readonly Guide[],
  source: string,
  out: string,
): Promise<void> {
  await mkdir(join(out, 'guides'), { recursive: true })
  for (const file of await readdir('openapi/guides'))
    if (file.endsWith('.svg'))
      await copyFile(join('openapi/guides', file), join(out, 'guides', file))
  await copyFile(join(source, 'openapi.yaml'), join(out, 'openapi.yaml'))
  for (const { name, title, text } of guides)
    await writeFile(join(out, `guides/${name}.md`), `# ${title}\n\n${text}`)

  const listed = Object.entries(groups).map(([group, names]) => {
    const links = names.flatMap((name) => guides.filter((guide) => guide.name === name).map(linkOf))
    return `## ${group}\n\n${links.join('\n')}`
  })
  const operations = listOperations(document).map(
    (operation) =>
      `- [${operation.object.summary ?? operation.id}](openapi.yaml): ${lineOf(operation)}`,
  )
  const { title, description = '' } = document.info
  const parts = [
    `# ${title}`,
    `> ${description.split('\n\n')[0]?.trim().replaceAll('\n', ' ') ?? ''}`,
    ...listed,
    `## Reference\n\n${operations.join('\n')}`,
  ]
  await writeFile(join(out, 'llms.txt'), `${parts.join('\n\n')}\n`)
}

function linkOf({ name, title, text }: Guide): string {
  const outsideCode = text.replace(/^```.*?^```$/gms, '')
  const headings = Array.from(outsideCode.matchAll(/^## (.+)$/gm), ([, heading]) => heading)
  const note = headings.length === 0 ? '' : `: ${headings.join(', ')}`
  return `- [${title}](guides/${name}.md)${note}`
}
