/** Makes a client of the document in each language, compiles it, and calls the mock with it. Words choose languages. */
import { trialsTable, tryAll } from '../../support/trials.js'
import { head, trialOf } from './row.js'
import { oapiCodegen } from './rows/go.js'
import { openapiGeneratorJava } from './rows/openapi-generator.js'
import { openapiPythonClient } from './rows/python.js'
import { progenitor } from './rows/rust.js'
import { heyApi, openapiTypescript } from './rows/typescript.js'

const rows = [
  openapiTypescript,
  heyApi,
  openapiPythonClient,
  oapiCodegen,
  openapiGeneratorJava,
  progenitor,
]
const { tried } = await tryAll(rows.map(trialOf), process.argv.slice(2))
console.log(`\n${trialsTable(['Language', ...head], tried)}`)
