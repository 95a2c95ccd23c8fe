import type { Row } from './row.js'
import { oapiCodegen, openapiGeneratorGo, redoclyGo } from './rows/go.js'
import { openapiGeneratorJava, redoclyJava } from './rows/java.js'
import { openapiGeneratorKotlin } from './rows/kotlin.js'
import { kubb } from './rows/kubb.js'
import { fastmcp, mcp, mcpOverCreateFetch, mcpServer } from './rows/mcp.js'
import { typescriptFetch } from './rows/openapi-generator.js'
import { orvalFetch, orvalZod, orvalZodStrict } from './rows/orval.js'
import {
  datamodelCodeGenerator,
  openapiGeneratorPython,
  openapiGeneratorPython30,
  openapiPythonClient,
  redoclyPython,
} from './rows/python.js'
import { reactQuery } from './rows/react-query.js'
import { openapiGeneratorRust, progenitor } from './rows/rust.js'
import { heyApi } from './rows/typescript.js'

export const rows: readonly Row[] = [
  heyApi,
  orvalFetch,
  orvalZod,
  orvalZodStrict,
  kubb,
  reactQuery,
  typescriptFetch,
  mcp,
  mcpOverCreateFetch,
  mcpServer,
  fastmcp,
  openapiPythonClient,
  redoclyPython,
  openapiGeneratorPython,
  openapiGeneratorPython30,
  datamodelCodeGenerator,
  oapiCodegen,
  redoclyGo,
  openapiGeneratorGo,
  openapiGeneratorJava,
  redoclyJava,
  openapiGeneratorKotlin,
  openapiGeneratorRust,
  progenitor,
]

/** One for each of four languages, whose tools are soon there. The others are made where something of theirs changed. */
export const few: readonly Row[] = [heyApi, openapiPythonClient, redoclyGo, redoclyJava]
