import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { Answer } from './forward.js'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export interface Departures {
  readonly inRequest: readonly string[]
  readonly inResponse: readonly string[]
}

export type Validate = (sent: Sent, answer: Answer) => Promise<Departures>

type Prism = ReturnType<typeof createInstance>
type Diagnostic = { readonly message: string; readonly path?: readonly string[] }

const jsonType = /^application\/(json|[\w.-]+\+json)\b/i

/** A body as Prism wants it: JSON where the headers and the bytes say so, text otherwise. */
function parse(headers: Record<string, string>, body: Buffer): unknown {
  const text = body.toString()
  if (!jsonType.test(headers['content-type'] ?? '')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function sentence({ message, path = [] }: Diagnostic): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message
}

/** A parameter that is there more than once is a list. */
function queryOf(all: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(all.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = all.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/**
 * Compares calls with a document by Prism's validating proxy. Prism's own way of forwarding is left
 * out: it follows redirects with the body, and writes JSON anew.
 */
export async function createValidator(document: string): Promise<Validate> {
  const operations = await getHttpOperationsFromSpec(document)
  return async (sent, answer) => {
    const { pathname, searchParams } = new URL(sent.url, 'http://localhost')
    const body = parse(answer.headers, answer.payload)
    const output = { statusCode: answer.status, headers: answer.headers, body }
    const prism: Prism = createInstance(
      {
        isProxy: true,
        upstream: new URL('http://localhost'),
        checkSecurity: true,
        validateRequest: true,
        validateResponse: true,
        errors: false,
        upstreamProxy: undefined,
        mock: { dynamic: false },
      },
      {
        logger: createLogger('proxy', { level: 'silent' }),
        forward: () => () => () => Promise.resolve({ _tag: 'Right', right: output }),
      },
    )
    const result = await prism.request(
      {
        method: sent.method.toLowerCase() as 'get',
        url: { path: pathname, query: queryOf(searchParams) },
        headers: sent.headers,
        body: sent.body.length === 0 ? undefined : parse(sent.headers, sent.body),
      },
      operations,
    )()
    if (result._tag === 'Left') throw result.left
    const { input, output: found } = result.right.validations
    return { inRequest: input.map(sentence), inResponse: found.map(sentence) }
  }
}
