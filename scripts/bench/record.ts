import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { type Table, toMarkdown } from './table.js'

const file = fileURLToPath(new URL('README.md', import.meta.url))
export const plotFile = fileURLToPath(new URL('throughput.svg', import.meta.url))

const introduction = `# Benchmark

\`npm run bench -- --node 20 --node 24 --write\` measures and writes this page. Each client runs in a
process of its own and makes the document's three calls, in turn, with the document's own bodies; a
server in another process answers with the document's own examples. In each round every client has
its turn, each time in another order, and ratios are of the same round: what else the machine does
hits all alike. Before that, each body and each answer is compared with the document, and while it
runs, what a client says that it sent is compared with what the server received.

Ours runs with everything on: \`clientCredentials\`, validation, retries, limits and \`onEvent\`. The
others run as they come, with a fixed token. \`npm run bench -- --help\` shows what can be chosen.

![Throughput against calls in flight](throughput.svg)
`

/** The part of the page under one heading. */
export interface Section {
  readonly heading: string
  /** Date and versions. */
  readonly about: string
  readonly tables: readonly Table[]
}

/** Writes sections into the page. Those that are there and were not measured now stay. */
export async function keep(sections: readonly Section[]): Promise<void> {
  const present = await readFile(file, 'utf8').catch(() => '')
  const kept = new Map(
    present
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  )
  for (const { heading, about, tables } of sections)
    kept.set(heading, [heading, about, ...tables.map((table) => toMarkdown(table, 3))].join('\n\n'))
  const ordered = [...kept].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const text = [introduction, ...ordered.map(([, section]) => `## ${section}`)].join('\n\n')
  const options = await resolveConfig(file)
  await writeFile(file, await format(text, { ...options, filepath: file }))
}
