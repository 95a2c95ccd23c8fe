import openapiTS, { astToString } from 'openapi-typescript'
import type { Document } from './document.js'

/** The document's types. Called through the API: the command would read the linter's redocly.yaml. */
export async function typesModule(document: Document): Promise<string> {
  const ast = await openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    silent: true,
  })
  return astToString(ast)
}

/** The named schemas alone: what the package exports of the types. */
export function schemasModule(document: Document): string {
  const names = Object.keys(document.components.schemas).map((name) => `  ${name},\n`)
  return `export type {\n${names.join('')}} from './types.js'\n`
}
