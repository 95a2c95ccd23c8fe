/** The folder of a provider, in the place of our own. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { Plugin } from 'esbuild'
import {
  dereference,
  type Document,
  type Json,
  listOperations,
  type Operation,
  requestSchema,
} from '../lib/document.js'

export const ownFolder = 'generated'

/** Writes the folder of a provider as its user would. @throws Error with what the command said */
export async function providerFolder(overlays: readonly string[], folder: string): Promise<string> {
  const place = join(folder, 'provider')
  const command = ['--import', 'tsx', 'scripts/overlay/main.ts', ...overlays, '--out', place]
  await promisify(execFile)(process.execPath, command).catch((error: unknown) => {
    throw new Error((error as { stderr: string }).stderr.trim())
  })
  return place
}

/** Gives the folder of a provider to every module that imports our own. */
export const redirectTo = (folder: string): Plugin => ({
  name: 'provider',
  setup(build) {
    const entry = JSON.stringify(resolve(folder, 'index.ts'))
    const contents = `import { provider } from ${entry}
export * from ${entry}
export const { operations, scopes, exampleAnswers } = provider
export { scopes as defaultScopes }`
    build.onResolve({ filter: /\/generated\/index\.js$/ }, () => ({
      path: folder,
      namespace: 'own',
    }))
    build.onResolve({ filter: /^stablecoin-issuer-api\/provider$/ }, () => ({
      path: resolve('src/provider.ts'),
    }))
    build.onLoad({ filter: /^/, namespace: 'own' }, () => ({ contents, resolveDir: folder }))
  },
})

type LookUp = { readonly operationId: string } | undefined
interface Said {
  readonly 'x-idempotency'?: Readonly<Record<'key' | 'repeated' | 'lifetime', string>>
  readonly 'x-codeSamples'?: object
}

/** A provider's document with the samples of ours that still hold, and with what it says of a call that is sent again. */
export function explained(document: Document, own: Document): Document {
  const ours = new Map(listOperations(own).map((operation) => [operation.id, operation]))
  for (const operation of listOperations(document)) {
    const { object, responses } = operation
    const { 'x-idempotency': key } = object as Said
    const links = Object.values(responses).map(({ links }) => links?.['lookUp'] as LookUp)
    const { description = '' } = object
    const more = [
      key &&
        `**Sent again.** The service knows a repeat by \`${key.key}\` for ${key.lifetime}, and ${answers[key.repeated] ?? ''}.`,
      ...links.map((link) => link && `**Look-up.** \`${link.operationId}\` finds what it made.`),
    ]
    Object.assign(object, {
      description: [description.trim(), ...more].filter(Boolean).join('\n\n'),
    })
    const same = ours.get(operation.id)
    if (same && isDeepStrictEqual(inputOf(document, operation), inputOf(own, same)))
      Object.assign(object, { 'x-codeSamples': (same.object as Said)['x-codeSamples'] })
  }
  const [first = '', ...rest] = (document.info.description ?? '').split('\n\n')
  const description = [first, notice, ...rest].join('\n\n')
  return { ...document, info: { ...document.info, description } }
}

const answers: Readonly<Record<string, string>> = {
  'first-answer': 'gives the first answer again',
  409: 'answers it 409',
}

const inputOf = (document: Document, operation: Operation): Json =>
  dereference(document, [operation.parameters as unknown as Json, requestSchema(operation) ?? null])

const notice =
  "**Your provider's word.** These pages have what your provider says in an overlay, beyond our document. Where it says what is left open below, it counts."
