import type { Row } from './row.js'
import { oapiCodegen, redoclyGo } from './rows/go.js'
import { openapiGeneratorJava, redoclyJava } from './rows/java.js'
import { openapiPythonClient, redoclyPython } from './rows/python.js'
import { openapiGeneratorRust, progenitor } from './rows/rust.js'
import { heyApi } from './rows/typescript.js'

export const rows: readonly Row[] = [
  heyApi,
  openapiPythonClient,
  redoclyPython,
  oapiCodegen,
  redoclyGo,
  openapiGeneratorJava,
  redoclyJava,
  openapiGeneratorRust,
  progenitor,
]
