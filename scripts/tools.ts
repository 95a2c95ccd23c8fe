/** Installs all tools that `npm ci` leaves out. A script that is named is run then, in this process. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installTools } from './lib/install-tools.js'
import { step } from './lib/step.js'

await installTools()
const [script] = process.argv.splice(2, 1)
if (script !== undefined) {
  step(`Starting ${script}`)
  await import(pathToFileURL(resolve(script)).href)
}
