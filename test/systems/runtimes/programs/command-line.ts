/** The scenario as a program of Node.js, Bun and Deno. */
import process from 'node:process'
import { runScenario, type Setting } from '../scenario.js'

const [setting = '', over] = process.argv.slice(2)
const { undiciTransport } = over === 'undici' ? await import('stablecoin-issuer-api/undici') : {}
const transport = undiciTransport?.()
const found = await runScenario(JSON.parse(setting) as Setting, transport)
await transport?.close()
const { recorded } = globalThis as { recorded?: () => string }
// A record is more than a pipe takes at once.
process.stdout.write(JSON.stringify({ ...found, recorded: recorded?.() }), () => process.exit(0))
