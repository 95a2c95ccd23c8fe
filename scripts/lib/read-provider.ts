import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../generated/version.js'
import type { Provider } from '../../src/document/provider.js'
import { isObject, parseJson } from '../../src/shared/json.js'

export type ProviderFolder = Awaited<ReturnType<typeof readProvider>>

/** Reads the folder that `stablecoin-issuer-overlay` wrote. @throws Error in one sentence */
export async function readProvider(folder: string) {
  const refuse = (problem: string): never => {
    throw new Error(`--provider ${folder}: ${problem}.`)
  }
  const read = async (name: string) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() =>
      refuse(`it has no ${name}; name the folder that stablecoin-issuer-overlay wrote`),
    )
    const value = parseJson(text)
    return isObject(value) ? value : refuse(`${name} is no JSON object`)
  }
  const [data, document] = [await read('provider.json'), await read('openapi.json')]
  if (data['version'] !== version)
    refuse(
      `stablecoin-issuer-overlay ${String(data['version'])} wrote it, and this mock is ${version}; write it again with that version`,
    )
  return { provider: data as object as Provider, document }
}
