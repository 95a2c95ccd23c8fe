import { readFile } from 'node:fs/promises'
import { withoutHtml } from './without-html.js'

/** What stands in the menu below a heading, in the order in which someone needs it. */
export const groups = {
  'Start here': ['quickstart', 'errors-and-outcomes', 'concepts'],
  Guides: [
    ...['test-your-code', 'secrets-and-rotation', 'proxies', 'many-processes', 'after-unknown'],
    ...['logs-metrics-traces', 'shutdown-and-serverless', 'other-generators', 'mcp-tools'],
    ...['forms', 'upgrades'],
  ],
  'Look up': ['options', 'changelog'],
} as const

export type Name = (typeof groups)[keyof typeof groups][number]

export const order: readonly Name[] = Object.values(groups).flat()

/** A page in Markdown, beside the reference. */
export interface Guide {
  /** The last part of its address. */
  readonly name: Name
  readonly title: string
  /** Without the title, and without comments. */
  readonly text: string
}

/** Pages that are parts of other files. */
const elsewhere: Partial<Record<Name, () => Promise<string>>> = {
  changelog: () => readFile('CHANGELOG.md', 'utf8'),
  options: async () => {
    const [, text = ''] = /^(## Options\n.*?)^## /ms.exec(await readFile('README.md', 'utf8')) ?? []
    return text.replace(/^##/, '#')
  },
}

export async function readGuides(): Promise<readonly Guide[]> {
  return Promise.all(
    order.map(async (name) => {
      const read = elsewhere[name] ?? (() => readFile(`openapi/guides/${name}.md`, 'utf8'))
      const source = (await read()).replace(/<!--.*?-->\n*/gs, '')
      const [title, text] = /^# (.+)\n+([^]*)$/.exec(source)?.slice(1) ?? []
      if (title === undefined || text === undefined) throw new Error(`${name} has no title`)
      return { name, title, text: await withImages(withoutHtml(linked(text))) }
    }),
  )
}

/** The path of a guide within the pages. */
export const placeOf = (name: Name): string => `/${name}`

/** Turns links to files into links within the pages; what is not in the pages is named without a link. */
export function linked(text: string): string {
  return (
    text
      .replace(
        /\]\((?:[\w./-]*\/)?([\w-]+)\.md(?:#([\w-]+))?\)/g,
        (whole, name: string, at?: string) => {
          const found = order.find((each) => each === name.toLowerCase())
          return found === undefined
            ? whole
            : `](#${placeOf(found)}${at === undefined ? '' : `/${at}`})`
        },
      )
      // A reader of screens names the column of each cell.
      .replace(/\|\s*\|(?=\n\|[\s:|-]+\|\n)/g, '| What it is |')
      .replace(/(?<!!)\[([^\]]+)\]\((?!#|https:|all\.html)[^)]+\)/g, '$1')
  )
}

/** Pictures become a part of the page. */
async function withImages(text: string): Promise<string> {
  const image = /!\[([^\]]*)\]\(([\w-]+\.svg)\)/
  const [whole, words = '', file] = image.exec(text) ?? []
  if (whole === undefined || file === undefined) return text
  const source = encodeURIComponent(await readFile(`openapi/guides/${file}`, 'utf8'))
  const element = `<img alt="${words}" src="data:image/svg+xml,${source}" />`
  return withImages(text.replace(whole, () => element))
}
