import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import type { Document } from '../../../scripts/lib/document.js'
import { inFolder } from '../../../scripts/lib/in-folder.js'
import type { Operation } from '../../../src/document/operation.js'
import type { Call, CallOptions, Provider } from '../../../src/index.js'
import { root } from '../run.js'

/** The file by which a provider says more than our document does. */
export const overlay = join(root, 'test/support/provider/acme.overlay.yaml')

/** What the folder is made from. */
const sources = ['test/support/provider', 'openapi/openapi.yaml', 'package-lock.json']
const programs = ['scripts/generate', 'scripts/lib', 'src/document']

/** The folder that is made of it. It lies within the project, so that the package is found by its name. */
export const acmeFolder = once(async () => {
  const hash = createHash('sha256')
  for (const file of [...sources, ...programs].flatMap(filesIn)) hash.update(readFileSync(file))
  const folder = join(root, 'dist/acme', hash.digest('hex'))
  if (existsSync(folder)) return folder
  // Other workers may be making it too.
  const own = `${folder}.${randomUUID()}`
  await mkdir(own, { recursive: true })
  for (const [name, text] of Object.entries(await acmeFiles()))
    await writeFile(join(own, name), text)
  await rename(own, folder).catch(() => rm(own, { recursive: true }))
  return folder
})

function filesIn(name: string): string[] {
  const path = join(root, name)
  if (/\.\w+$/.test(name)) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function acmeFiles(): Promise<Record<string, string>> {
  // The compiler among them takes long to load.
  const { packageImports, writeFolder } = await import('../../../scripts/generate/write/folder.js')
  return writeFolder(await acmeDocument(), { header: '', imports: packageImports })
}

/** Our document with what the provider says. */
async function acmeDocument(): Promise<Document> {
  const { redocly } = await import('../../../scripts/lib/redocly.js')
  return inFolder('acme', async (folder) => {
    const output = join(folder, 'acme.yaml')
    const given = [join(root, 'openapi/openapi.yaml'), '--overlay', overlay, '--output', output]
    const { code, stderr } = await redocly('bundle', ...given, '--lint-config', 'off')
    if (code !== 0) throw new Error(stderr)
    return parse(readFileSync(output, 'utf8')) as Document
  })
}

/** The provider, as a program gets it from that folder. */
export const acme = once(async (): Promise<Acme> => {
  const file = join(await acmeFolder(), 'index.ts')
  const { provider } = (await import(pathToFileURL(file).href)) as { provider: Acme }
  return provider
})

type Id =
  | ('createStablecoinConversion' | 'createIssuerQuote' | 'putCryptoDestinationAddress')
  | ('getStablecoinConversion' | 'listStablecoinConversions' | 'cancelStablecoinConversion')

/** The body of its refusals. */
export interface Problem {
  readonly code: string
  readonly detail?: string
}

/** Its types, as far as tests need them: `provider.mts` has those that a user sees. */
export type Acme = Provider<{
  readonly methods: Record<
    Id,
    (input?: object, options?: CallOptions) => Call<Record<string, unknown>>
  >
  readonly errors: {
    readonly createStablecoinConversion: { readonly 409: Problem; readonly 422: Problem }
    readonly getStablecoinConversion: { readonly 404: Problem }
    readonly cancelStablecoinConversion: { readonly '4XX': Problem }
  }
}>

/** The provider with other facts of one operation. */
export async function acmeWith(id: Id, facts: Partial<Operation>): Promise<Acme> {
  const provider = await acme()
  const operation = { ...provider.operations[id], ...facts }
  return { ...provider, operations: { ...provider.operations, [id]: operation } }
}

/** A conversion that the provider takes. */
export const conversion = {
  ...{ profile_id: 'p', amount: '12.50', source_asset: 'USDC', target_asset: 'USDG' },
  purpose: 'TREASURY',
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}
