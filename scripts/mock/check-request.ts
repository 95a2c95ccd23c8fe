import { parse } from 'node:querystring'
import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from '@stoplight/prism-http'
import prism from '@stoplight/prism-http/package.json' with { type: 'json' }
import { parseJson } from '../../src/shared/json.js'
import { type Problem, refuseWith } from '../../src/testing/problem.js'
import { isJson, type Received } from '../../src/testing/service.js'
import { linearPattern } from '../lib/linear-pattern.js'

export const { version: prismVersion } = prism

/**
 * Checks requests by Prism's library, and refuses those that do not fit the document as Prism's server does. The server
 * itself crashes where it writes parts of a body into a header that does not allow them.
 */
export async function createRequestCheck(document: object) {
  const patterns = new Map<string, string>()
  // No request stops the mock for seconds.
  const inLinearTime = (key: string, value: unknown): unknown => {
    if (key !== 'pattern' || typeof value !== 'string') return value
    patterns.set(linearPattern(value), value)
    return linearPattern(value)
  }
  const operations = await readOperations(
    JSON.parse(JSON.stringify(document, inLinearTime)) as object,
  )
  /** Names the pattern of the document in the place of the one that was matched. */
  const toDocumented = (message: string): string => {
    const [, pattern = ''] = /must match pattern "(.*)"$/s.exec(message) ?? []
    return message.replace(pattern, () => patterns.get(pattern) ?? pattern)
  }
  const logger = createLogger('mock', { level: 'silent' })
  const prism = createInstance(
    {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      // Prism writes the `accept` of a request into it (prism-http 5.12, mocker/index.js), so each request gets its own.
      get mock() {
        return { dynamic: false }
      },
    },
    { logger },
  )
  return async (received: Received) => {
    const result = await prism.request(toInput(received), operations)()
    if (result._tag === 'Right') return undefined
    const problem = ProblemJsonError.toProblemJson(result.left) as Problem
    const validation = problem.validation?.map(({ message, ...violation }) => {
      return { ...violation, message: toDocumented(message) }
    })
    const said = validation?.map(({ location = [], ...violation }) => {
      return { location: ['request', ...location], ...violation }
    })
    return refuseWith(
      { ...problem, ...(validation && { validation }) },
      said && { 'sl-violations': escapeAll(JSON.stringify(said)) },
    )
  }
}

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
