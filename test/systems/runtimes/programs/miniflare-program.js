// Runs a worker in workerd by miniflare, which needs Node.js 22, so in a process of its own.
import { pathToFileURL } from 'node:url'

const [entry, worker, body] = process.argv.slice(2)
const { Miniflare } = await import(pathToFileURL(entry).href)
const running = { modules: true, scriptPath: worker, compatibilityDate: '2026-07-01' }
const miniflare = new Miniflare(running)
const answer = await miniflare.dispatchFetch('http://worker.invalid/', { method: 'POST', body })
console.log(await answer.text())
await miniflare.dispose()
