import { readFile } from 'node:fs/promises'
import type { Document } from '../lib/document.js'

const folder = 'openapi/guides'

/** The guides, in the order in which someone needs them. */
export const order = [
  'after-unknown',
  'test-your-code',
  'proxies',
  'secrets-and-rotation',
  'many-processes',
  'logs-metrics-traces',
  'other-generators',
  'mcp-tools',
  'upgrades',
]

interface Tag {
  readonly name: string
  readonly description: string
  /** It is a page of its own, and no operation has it. */
  readonly 'x-traitTag'?: true
}

/** The parts of the document that are changed for the pages. */
interface Shown {
  readonly info: { readonly description: string }
  readonly servers?: readonly { readonly variables?: object }[]
  readonly tags?: readonly Tag[]
}

/** Says on the first screen where to begin. */
function begun(description: string, titles: readonly string[]): string {
  const to = (name: string, words: string) =>
    `[${words}](#${placeOf(titles[order.indexOf(name)] ?? '')})`
  const hint = [
    'In TypeScript and JavaScript install `stablecoin-issuer-api`, which the samples beside the operations use. Until it is published, `npm ci && npm pack` makes it in a clone.',
    `Without an account, \`npm run mock\` there ${to('test-your-code', 'stands in for the service')}.`,
    `Before money moves, read what to do ${to('after-unknown', 'after an unknown outcome')}.`,
  ]
  const [first = '', ...rest] = description.replace(/^\|.*\|$/gm, breakable).split('\n\n')
  return [first, hint.join(' '), ...rest].join('\n\n')
}

/** Adds the guides to what the pages are rendered from, beside the reference; the document itself stays without them. */
export async function withGuides(document: Document): Promise<Document> {
  const texts = await Promise.all(order.map((name) => readFile(`${folder}/${name}.md`, 'utf8')))
  const titles = texts.map((text) => /^# (.+)$/m.exec(text)?.[1] ?? '')
  const guides = texts.map((text, at): Tag => ({
    name: titles[at] ?? '',
    'x-traitTag': true,
    description: linked(text.replace(/^# .+\n+/, ''), titles),
  }))
  const { info, servers = [], tags = [] } = document as unknown as Shown
  const groups = [
    { name: 'Reference', tags: tags.map(({ name }) => name) },
    { name: 'Guides', tags: titles },
  ]
  return {
    ...document,
    info: { ...info, description: begun(info.description, titles) },
    // Redoc shows the server `{base_url}` as a path below the address of the pages: leave it out.
    servers: servers.filter(({ variables }) => variables === undefined),
    tags: [...tags, ...guides],
    'x-tagGroups': groups,
  } as unknown as Document
}

/** Turns links to files into links within the pages, and removes the comments that name the files of the code. */
function linked(text: string, titles: readonly string[]): string {
  return text
    .replace(/^<!-- \S+ -->\n+/gm, '')
    .replace(/(?:^\|.*\|\n?)+/gm, narrow)
    .replace(/^\|.*\|$/gm, breakable)
    .replace(/\]\(([\w-]+)\.md\)/g, (whole, name: string) => {
      const title = titles[order.indexOf(name)]
      return title === undefined ? whole : `](#${placeOf(title)})`
    })
    .replace(/\[([^\]]+)\]\(\.\.?\/[^)]+\)/g, '$1')
}

/** Columns that a telephone can show side by side. */
const mostColumns = 4

/** A table with more columns becomes one for each column, beside the names of the rows. */
function narrow(table: string): string {
  const cells = table
    .trim()
    .split('\n')
    .map((row) => row.split(/(?<!\\)\|/).slice(1, -1))
  const [heads = []] = cells
  if (heads.length <= mostColumns) return table
  const tables = heads
    .slice(1)
    .map((_, at) => cells.map((row) => `|${row[0] ?? ''}|${row[at + 1] ?? ''}|`).join('\n'))
  return `${tables.join('\n\n')}\n`
}

/** Lets a long name in a table break between its words only: `create<wbr>Issuer<wbr>Quote`. */
function breakable(row: string): string {
  return row.replace(/`([^`]+)`|\w+_\w+/g, (whole, code?: string) => {
    if (code === undefined) return whole.replace(/_/g, '_<wbr>')
    const escaped = code.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\\\|/g, '&#124;')
    return `<code>${escaped.replace(/(?<=[a-z])(?=[A-Z])|(?<=[_/.:(-])(?=\w)/g, '<wbr>')}</code>`
  })
}

/** The path of a guide within the pages. */
export function placeOf(title: string): string {
  return `/${title.toLowerCase().replace(/[^\w]+/g, '-')}`
}
