import { readFile } from 'node:fs/promises'
import type { Document } from '../generate/document.js'

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
  'upgrades',
]

interface Tag {
  readonly name: string
  readonly description: string
  /** It is a page of its own, and no operation has it. */
  readonly 'x-traitTag'?: true
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
  const { tags = [] } = document as { tags?: readonly Tag[] }
  const groups = [
    { name: 'Reference', tags: tags.map(({ name }) => name) },
    { name: 'Guides', tags: titles },
  ]
  return { ...document, tags: [...tags, ...guides], 'x-tagGroups': groups } as Document
}

/** In the pages a guide has another address than its file, and the sources of its code are of no use. */
function linked(text: string, titles: readonly string[]): string {
  return text
    .replace(/^<!-- \S+ -->\n+/gm, '')
    .replace(/\]\(([\w-]+)\.md\)/g, (whole, name: string) => {
      const title = titles[order.indexOf(name)]
      return title === undefined ? whole : `](#${placeOf(title)})`
    })
    .replace(/\[([^\]]+)\]\(\.\.?\/[^)]+\)/g, '$1')
}

/** Where the pages have a guide. */
export function placeOf(title: string): string {
  return `/${title.toLowerCase().replace(/[^\w]+/g, '-')}`
}
