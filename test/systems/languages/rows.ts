import type { Row } from './row.js'
import { oapiCodegen } from './rows/go.js'
import { openapiGeneratorJava, openapiGeneratorKotlin } from './rows/java.js'
import { mcpRows } from './rows/mcp.js'
import { openapiPythonClient, otherPythonRows } from './rows/python.js'
import { progenitor } from './rows/rust.js'
import { heyApi, otherTypescriptRows } from './rows/typescript.js'

/** One generator for each language, or all. */
export const rowsOf = (all: boolean): readonly Row[] => [
  heyApi,
  ...(all ? [...otherTypescriptRows, ...mcpRows] : []),
  openapiPythonClient,
  ...(all ? otherPythonRows : []),
  oapiCodegen,
  openapiGeneratorJava,
  openapiGeneratorKotlin,
  progenitor,
]
