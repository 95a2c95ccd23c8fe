/** The scenario as a program: Node, Bun and Deno. */
import process from 'node:process'
import { runScenario, type Setting } from '../scenario.js'

const setting = JSON.parse(process.argv[2] ?? '') as Setting
const { undiciTransport } =
  setting.undici === true ? await import('stablecoin-issuer-api/undici') : {}
const transport = undiciTransport?.()
await runScenario(setting, (line) => console.log(JSON.stringify(line)), transport)
await transport?.close()
process.exit(0)
