import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesOf } from '../../../scripts/build/stamp.js'
import type { Document } from '../../../scripts/lib/document.js'
import type { Call, CallOptions, Provider } from '../../../src/index.js'
import type { Operation } from '../../../src/operation.js'
import { root } from '../run.js'

/** The files by which a provider says more than the document of parcels does, and that document itself. */
export const overlays = ['parcels/parcels.overlay.yaml', 'provider/acme.overlay.yaml'].map((name) =>
  join(root, 'test/support', name),
)

/** What the folder is made from. */
const sources = ['test/support/provider', 'test/support/parcels', 'package-lock.json']
const programs = ['scripts/generate', 'scripts/lib', 'scripts/overlay', 'src/document']

/** The folder that is made of it. It is within the project, so that the package is found by its name. */
const acmeFolder = once(async () => {
  const hash = createHash('sha256')
  for (const file of await filesOf(root, [...sources, ...programs])) hash.update(readFileSync(file))
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

/** Without Redocly, which would take a second: they refer to no other file. */
async function acmeFiles(): Promise<Record<string, string>> {
  // The compiler among them takes long to load.
  const { applyOverlays } = await import('../../../scripts/overlay/apply.js')
  const { readOverlay } = await import('../../../scripts/overlay/read.js')
  const { writeFolder } = await import('../../../scripts/generate/write/folder.js')
  const said = overlays.map((name) => readOverlay(name, readFileSync(name, 'utf8')))
  // Nothing of ours is left.
  const document = applyOverlays({ openapi: '' }, said).document as object as Document
  return writeFolder(document, { header: '' })
}

/** The provider, as a program gets it from that folder. */
export const acme = once(async (): Promise<Acme> => {
  const file = join(await acmeFolder(), 'index.ts')
  const { provider } = (await import(pathToFileURL(file).href)) as { provider: Acme }
  return provider
})

type Id =
  ('createParcel' | 'quotePostage' | 'putShelf') | ('getParcel' | 'listParcels' | 'cancelParcel')

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
    readonly createParcel: { readonly 409: Problem; readonly 422: Problem }
    readonly getParcel: { readonly 404: Problem }
    readonly cancelParcel: { readonly '4XX': Problem }
  }
}>

/** The provider with other facts of one operation. */
export async function acmeWith(id: Id, facts: Partial<Operation>): Promise<Acme> {
  const provider = await acme()
  const operation = { ...provider.operations[id], ...facts }
  return { ...provider, operations: { ...provider.operations, [id]: operation } }
}

/** A parcel that the provider takes. */
export const parcel = {
  depot_id: 'p',
  weight: '12.50',
  from_town: 'Ulm',
  to_town: 'Bonn',
  purpose: 'TREASURY',
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}
