/** Stands between a program and the service, and reports every difference from the document. */
import { parseArgs } from 'node:util'
import { startProxy } from './proxy/server.js'

import './lib/plain-errors.js'

const { values } = parseArgs({
  options: { upstream: { type: 'string' }, port: { type: 'string', default: '4020' } },
})
if (values.upstream === undefined)
  throw new Error('Give the base address of the service: --upstream https://…')
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  throw new Error('--port must be a number from 0 to 65535.')
const report = (line: string): void => console.log(line)
const proxy = await startProxy({ upstream: values.upstream, port, report })
console.log(`The proxy is at ${proxy.url} and passes requests on to ${values.upstream}.
It reports below what departs from the document. Press Ctrl-C to stop.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void proxy.stop().then(() => process.exit(0)))
