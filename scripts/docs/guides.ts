import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** The headings of the menu and the guides below each, in the order in which someone needs them. */
export const groups = {
  'Start here': ['quickstart', 'errors-and-outcomes', 'concepts'],
  Guides: [
    ...['your-provider', 'test-your-code', 'secrets-and-rotation', 'proxies', 'many-processes'],
    ...['after-unknown', 'workflow-engines', 'logs-metrics-traces', 'shutdown-and-serverless'],
    ...['other-generators', 'forms', 'make-it-yours'],
  ],
  'Look up': ['client', 'options', 'compared', 'changelog'],
} as const

const names: readonly string[] = Object.values(groups).flat()
/** The reference of the client is made from its types. */
const written = names.filter((name) => name !== 'client')

/** A page in Markdown, beside the reference. */
export type Guide = Awaited<ReturnType<typeof readGuides>>[number]

export async function readGuides() {
  return Promise.all(
    written.map(async (name) => {
      const file = name === 'changelog' ? 'CHANGELOG.md' : `openapi/guides/${name}.md`
      const source = (await readFile(file, 'utf8')).replace(/<!--.*?-->\n*/gs, '')
      const [title, text] = /^# (.+)\n+([^]*)$/.exec(source)?.slice(1) ?? []
      if (title === undefined || text === undefined) throw new Error(`${file} has no title`)
      // The name is the last part of its address. The text is without the title and comments.
      return { name, title, text: linked(text) }
    }),
  )
}

/** A link as `[words](name.md#part)`, or its words alone where it leads out of the pages. */
function linked(text: string): string {
  return text.replace(
    /(?<!!)\[([^\]]+)\]\((?!https:)([^)#]*)(#[^)]*)?\)/g,
    (whole, words: string, path: string, part = '') => {
      const file = basename(path).toLowerCase()
      if (path === '') return whole
      return names.includes(file.replace(/\.md$/, '')) ? `[${words}](${file}${part})` : words
    },
  )
}
