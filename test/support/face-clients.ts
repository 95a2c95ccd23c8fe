import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import ky from 'ky'
import createOpenapiFetchClient from 'openapi-fetch'
import { redocly, redoclyVersion } from '../../scripts/lib/redocly.js'
import { ClientError } from '../../src/index.js'
import { npmPackages } from '../systems/languages/cache.js'
import { heyApi, writeHeyApiClient } from '../systems/languages/rows/typescript.js'
import { must, root } from './run.js'

/** One call, as every client is asked for it. */
interface FaceCall {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly body: object
}

/** What is left of an answer when a client has read it. */
interface FaceAnswer {
  readonly status: number
  readonly data: unknown
}

/** Makes a call; rejects with what the fetch rejected with. */
type Caller = (call: FaceCall) => Promise<FaceAnswer>

/** A client that is told which fetch to use; nothing of it is changed. */
export interface FaceClient {
  readonly title: string
  /** Makes it anew in a folder. */
  load(folder: string): Promise<(baseUrl: string, fetch: typeof globalThis.fetch) => Caller>
}

const document = join(root, 'generated/openapi.json')
const orvalVersion = '7.21.0'

/** Bundles what was generated, and imports it. */
async function bundled(folder: string, contents: string): Promise<unknown> {
  const outfile = join(folder, 'bundle.mjs')
  const options = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'error' } as const
  await build({ stdin: { contents, resolveDir: folder }, outfile, ...options })
  return import(pathToFileURL(outfile).href)
}

type Method = (...input: readonly unknown[]) => Promise<never>
type Methods = Readonly<Record<string, Method>>
const method = (methods: Methods, { operationId }: FaceCall): Method => {
  const found = methods[operationId]
  if (found === undefined) throw new Error(`no method ${operationId}`)
  return found
}

const openapiFetch: FaceClient = {
  title: 'openapi-fetch',
  load: () =>
    Promise.resolve((baseUrl, fetch) => {
      const client = createOpenapiFetchClient<Record<string, never>>({ baseUrl, fetch })
      const request = client.request as unknown as Method
      return async ({ method, path, body }) => {
        const { data, error, response } = (await request(method, path, { body })) as {
          data?: unknown
          error?: unknown
          response: Response
        }
        return { status: response.status, data: data ?? error }
      }
    }),
}

const byKy: FaceClient = {
  title: 'ky',
  load: () =>
    Promise.resolve((prefixUrl, fetch) => {
      const client = ky.create({ prefixUrl, fetch })
      return async ({ method, path, body }) => {
        const options = { method, json: body, throwHttpErrors: false }
        const response = await client(path.slice(1), options)
        return { status: response.status, data: await response.json() }
      }
    }),
}

interface Returned {
  readonly data?: unknown
  readonly error?: unknown
}

/** It throws what the fetch rejected with, or returns it as `error`, where the guide says to ask what it is. */
const byHeyApi = (throwOnError: boolean): FaceClient => ({
  title: `@hey-api/openapi-ts ${heyApi.version}${throwOnError ? '' : ' by default'}`,
  async load(folder) {
    await writeHeyApiClient(document, folder)
    const entry = `export { client } from './client/client.gen.ts'; export * as methods from './client/sdk.gen.ts'`
    const { client, methods } = (await bundled(folder, entry)) as {
      client: { setConfig(config: object): void }
      methods: Methods
    }
    return (baseUrl, fetch) => async (call) => {
      let status = 0
      const seen: typeof fetch = async (...asked) => {
        const response = await fetch(...asked)
        status = response.status
        return response
      }
      client.setConfig({ baseUrl, fetch: seen, ...(throwOnError && { throwOnError }) })
      const asked = method(methods, call)({ body: call.body }) as Promise<Returned>
      const thrown = (error: unknown): Returned => ({ error })
      const { data, error } = await (throwOnError ? asked.catch(thrown) : asked)
      if (ClientError.is(error)) throw error
      // The body of a refusal.
      return { status, data: error ?? data }
    }
  },
})

const byRedocly: FaceClient = {
  title: `redocly generate-client ${redoclyVersion}`,
  async load(folder) {
    const output = ['--generator', 'typescript', '--output', join(folder, 'client.ts')]
    const { code, stderr } = await redocly('generate-client', document, ...output)
    if (code !== 0) throw new Error(stderr)
    const { client } = (await bundled(folder, `export { client } from './client.ts'`)) as {
      client: Methods & { configure(config: object): void }
    }
    return (serverUrl, fetch) => async (call) => {
      client.configure({ serverUrl, fetch })
      try {
        return { status: 200, data: await method(client, call)({ body: call.body }) }
      } catch (error) {
        const { name, status, body } = error as { name: string; status: number; body: unknown }
        // Its own, for an answer that is no success.
        if (name === 'ApiError' && 'url' in (error as object)) return { status, data: body }
        throw error
      }
    }
  },
}

const byOrval: FaceClient = {
  title: `orval ${orvalVersion}`,
  async load(folder) {
    const tool = await npmPackages(`orval-${orvalVersion}`, `orval@${orvalVersion}`)
    const target = ['--input', document, '--output', join(folder, 'client.ts'), '--client', 'fetch']
    await must([join(tool, 'node_modules/.bin/orval'), ...target], { cwd: folder })
    const methods = (await bundled(folder, `export * from './client.ts'`)) as Methods
    return (_, fetch) => async (call) => {
      // It calls the global fetch, with nothing but the path.
      const { fetch: before } = globalThis
      globalThis.fetch = fetch
      const answer = method(methods, call)(call.body)
      globalThis.fetch = before
      return answer
    }
  },
}

export const faceClients = [openapiFetch, byHeyApi(true), byHeyApi(false), byRedocly, byOrval, byKy]

/** Why a client cannot be had here, where its generator is not installed and cannot be. */
export async function loadIn(client: FaceClient, folder: string) {
  const place = join(folder, client.title.replace(/\W+/g, '-'))
  await mkdir(place)
  return client.load(place).then(
    (make) => ({ make }),
    (error: unknown) => ({ absent: (error as Error).message }),
  )
}
