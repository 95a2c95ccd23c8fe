import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { packageImports, writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document } from '../../scripts/lib/document.js'
import type { Parameter } from '../../src/document/operation.js'
import { createParameters } from '../../src/document/parameters.js'
import type { Provider } from '../../src/document/provider.js'

type Node = Record<string, unknown>

function merge(into: Node, more: Node): Node {
  for (const [key, value] of Object.entries(more)) {
    const there = into[key]
    const both = [there, value].every((one) => typeof one === 'object' && one !== null)
    into[key] = both ? merge(there as Node, value as Node) : value
  }
  return into
}

const read = (name: string): Node =>
  parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Node

/** Our document with what a provider says beyond it, as the folder of the provider has it. */
export async function acmeFolder(
  more: Node = {},
): Promise<{ provider: Provider; document: object }> {
  const all = [read('acme.yaml'), more].reduce(merge, read('../../openapi/openapi.yaml'))
  const target = { header: '', imports: packageImports }
  const files = await writeFolder(all as unknown as Document, target)
  const provider = JSON.parse(files['provider.json'] ?? '') as Provider
  for (const operation of Object.values(provider.operations) as { parameters?: unknown }[])
    if (operation.parameters)
      operation.parameters = createParameters(operation.parameters as readonly Parameter[])
  return { provider, document: JSON.parse(files['openapi.json'] ?? '') as object }
}
