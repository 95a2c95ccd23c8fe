import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { heyApi, writeHeyApiClient } from '../../test/languages/rows/typescript.js'
import { redoclyVersion, writeRedoclyClient } from '../../test/languages/rows/redocly.js'

export const versions = { redocly: redoclyVersion, 'hey-api': heyApi.version }

/** What a bundle of each is made of, in the folder that it is generated into. */
const entries = {
  redocly: "export { client } from './client.ts'",
  'hey-api':
    "export { client } from './client/client.gen.ts'; export * as methods from './client/sdk.gen.ts'",
}
export type GeneratedClient = keyof typeof entries

const write: Record<GeneratedClient, (document: string, folder: string) => Promise<unknown>> = {
  redocly: (document, folder) => writeRedoclyClient('typescript', document, folder),
  'hey-api': writeHeyApiClient,
}

/** Generates the clients of other tools, one file each; gives back the names of those that could be. */
export async function writeGeneratedClients(
  built: string,
  document: string,
): Promise<GeneratedClient[]> {
  const names = Object.keys(entries) as GeneratedClient[]
  const made = await Promise.all(
    names.map(async (name) => {
      const folder = join(built, 'bench/clients', name)
      await mkdir(folder, { recursive: true })
      const isMade = await write[name](document, folder).then(
        () => true,
        () => false,
      )
      if (!isMade) return undefined
      await build({
        stdin: { contents: entries[name], resolveDir: folder },
        bundle: true,
        format: 'esm',
        target: 'es2022',
        outfile: join(built, 'bench/clients', `${name}.js`),
        logLevel: 'error',
      })
      return name
    }),
  )
  return made.filter((name) => name !== undefined)
}
