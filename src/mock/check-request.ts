import { parse } from 'node:querystring'
import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import prism from '@stoplight/prism-http/package.json' with { type: 'json' }
import { linearPattern } from '../document/linear-pattern.js'
import { parseJson } from '../shared/json.js'
import { createReply, isJson, type Received } from '../testing/service.js'

export const { version: prismVersion } = prism

/** How Prism refuses, where a document has no answer for it. */
interface Refusal {
  readonly status?: number
  readonly additional?: { readonly validation?: readonly { readonly location?: string[] }[] }
}

/**
 * Checks requests by Prism's library, and refuses those that do not fit the document as Prism's server does. The server
 * itself crashes where it writes parts of a body into a header that does not allow them.
 */
export async function createRequestCheck(document: object) {
  const operations = await readOperations(
    JSON.parse(JSON.stringify(document, inLinearTime)) as object,
  )
  const logger = createLogger('mock', { level: 'silent' })
  const prism = createInstance(
    {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    { logger },
  )
  return async (received: Received) => {
    const result = await prism.request(toInput(received), operations)()
    if (result._tag === 'Right') return undefined
    const { status = 500, additional = {} } = result.left as Refusal
    const problems = additional.validation?.map(({ location = [], ...problem }) => ({
      location: ['request', ...location],
      ...problem,
    }))
    return createReply(status, problems && { 'sl-violations': escapeAll(JSON.stringify(problems)) })
  }
}

/** Replaces a pattern by one in linear time, so that no request stops the mock for seconds. */
const inLinearTime = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? linearPattern(value) : value

/** Escapes sentences: they quote names of unknown fields, with characters that a header may not allow. */
function escapeAll(text: string): string {
  const escape = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[^ -~]/g, escape).slice(0, 8_000)
}

/**
 * Leaves out header parameters that are lists: Prism crashes if such a header is missing. The client checks them itself.
 * It leaves out refusals too, since Prism would answer with a documented refusal instead of the reason.
 */
async function readOperations(document: object) {
  return (await getHttpOperationsFromSpec(document)).map((operation) => {
    const headers = operation.request?.headers?.filter(({ schema }) => schema?.type !== 'array')
    const request = headers && { ...operation.request, headers }
    const responses = operation.responses.filter(({ code }) => code.startsWith('2'))
    // The generators refuse an operation without a success.
    return { ...operation, responses, ...(request && { request }) }
  })
}

/** A request in the form of Prism: the body as JSON where the headers and the text say so, else as text. */
function toInput({ method, url, headers, body }: Received) {
  const { pathname, search } = new URL(url, 'http://localhost')
  const json = isJson({ headers }) ? parseJson(body) : undefined
  return {
    method: method.toLowerCase() as 'get',
    url: { path: pathname, query: parse(search.slice(1)) as Record<string, string | string[]> },
    headers: { ...headers },
    body: json === undefined ? body || undefined : json,
  }
}
