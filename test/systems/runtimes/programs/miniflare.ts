/** Runs the worker in workerd by miniflare, which needs Node 22, so in a process of its own. */
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/** What is used of miniflare, which is not among the project's dependencies. */
interface Miniflare {
  dispatchFetch(url: string, init: RequestInit): Promise<Response>
  dispose(): Promise<void>
}
interface Module {
  readonly Miniflare: new (options: object) => Miniflare
}

const [entry = '', worker = '', setting = ''] = process.argv.slice(2)
const { Miniflare } = (await import(pathToFileURL(entry).href)) as Module
const script = await readFile(worker, 'utf8')
const miniflare = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
try {
  const answer = await miniflare.dispatchFetch('http://worker.invalid/', {
    method: 'POST',
    body: setting,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  for (const line of JSON.parse(text) as unknown[]) console.log(JSON.stringify(line))
} finally {
  await miniflare.dispose()
}
