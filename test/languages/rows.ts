import type { Row } from './row.js'
import { openapiPythonClient, redoclyPython } from './rows/python.js'
import { heyApi } from './rows/typescript.js'

export const rows: readonly Row[] = [heyApi, openapiPythonClient, redoclyPython]
