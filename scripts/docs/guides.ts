import { readFile } from 'node:fs/promises'

/** The headings of the menu and the guides below each, in the order in which someone needs them. The document has the reference. */
export const groups = {
  'Start here': ['quickstart', 'try-it', 'errors-and-outcomes', 'concepts'],
  Reference: [],
  Guides: [
    ...['your-provider', 'test-your-code', 'secrets-and-rotation', 'proxies', 'many-processes'],
    ...['after-unknown', 'logs-metrics-traces', 'shutdown-and-serverless', 'next-js'],
    ...['other-generators', 'mcp-tools', 'forms', 'make-it-yours', 'upgrades'],
  ],
  'Look up': ['options', 'compared', 'changelog'],
} as const

export type Name = (typeof groups)[keyof typeof groups][number]

const menu = Object.entries(groups).flatMap(([group, names]) =>
  names.map((name) => ({ group, name })),
)
export const order: readonly Name[] = menu.map(({ name }) => name)

/** A page in Markdown, beside the reference. */
export interface Guide {
  /** The last part of its address. */
  readonly name: Name
  /** The heading of the menu that it is below. */
  readonly group: string
  readonly title: string
  /** Without the title, and without comments. */
  readonly text: string
}

/** Pages that are parts of other files. */
const elsewhere: Partial<Record<Name, () => Promise<string>>> = {
  changelog: () => readFile('CHANGELOG.md', 'utf8'),
  'try-it': async () => {
    const text = await readFile('scripts/docs/try-it/try-it.md', 'utf8')
    const code = await readFile('scripts/docs/try-it/repeat.ts', 'utf8')
    return text.replace('{repeat.ts}', () => `\`\`\`ts\n${code}\`\`\``)
  },
}

export async function readGuides(): Promise<readonly Guide[]> {
  return Promise.all(
    menu.map(async ({ group, name }) => {
      const read = elsewhere[name] ?? (() => readFile(`openapi/guides/${name}.md`, 'utf8'))
      const source = (await read()).replace(/<!--.*?-->\n*/gs, '')
      const [title, text] = /^# (.+)\n+([^]*)$/.exec(source)?.slice(1) ?? []
      if (title === undefined || text === undefined) throw new Error(`${name} has no title`)
      return { name, group, title, text: linked(text) }
    }),
  )
}

/** The path of a guide within the pages. */
export const placeOf = (name: Name): string => `/${name}`

/** Turns links to files into links within the pages; what is not in the pages is named without a link. */
export function linked(text: string): string {
  return text
    .replace(
      /\]\((?:[\w./-]*\/)?([\w-]+)\.md(?:#([\w-]+))?\)/g,
      (whole, name: string, at?: string) => {
        const found = order.find((each) => each === name.toLowerCase())
        return found === undefined
          ? whole
          : `](#${placeOf(found)}${at === undefined ? '' : `/${at}`})`
      },
    )
    .replace(/(?<!!)\[([^\]]+)\]\((?!#|https:)[^)]+\)/g, '$1')
}
