/** Lints the document, its form in OpenAPI 3.0, and the workflow with the token endpoint that it calls. */
import { redocly } from './lib/redocly.js'

const documents = ['openapi/openapi.yaml', 'generated/openapi-3.0.json']
const workflow = ['openapi/conformance.arazzo.yaml', 'openapi/token-endpoint.yaml']
const { code, output } = redocly('lint', ...documents, ...workflow, '--format', 'stylish')
console.log(output.trim())
process.exitCode = code
