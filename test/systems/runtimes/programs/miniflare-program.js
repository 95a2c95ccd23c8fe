// Runs a worker in workerd by miniflare, which needs Node.js 22, so in a process of its own.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const [entry, worker, body] = process.argv.slice(2)
const { Miniflare } = await import(pathToFileURL(entry).href)
const script = await readFile(worker, 'utf8')
const miniflare = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
const answer = await miniflare.dispatchFetch('http://worker.invalid/', { method: 'POST', body })
console.log(await answer.text())
await miniflare.dispose()
