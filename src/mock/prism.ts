import { getHttpOperationsFromSpec } from '@stoplight/prism-http'

export type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** A request, as it came over the wire. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The settings of Prism that are the same everywhere here. */
export const settings = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}

/**
 * Leaves out header parameters that are lists: Prism crashes if such a header is missing. The client checks them itself.
 * It leaves out refusals too, since Prism would answer with one that is documented, and not say what is wrong.
 */
export async function readOperations(document: string | object): Promise<Operations> {
  return (await getHttpOperationsFromSpec(document)).map((operation) => {
    const headers = operation.request?.headers?.filter(({ schema }) => schema?.type !== 'array')
    const request = headers && { ...operation.request, headers }
    const responses = operation.responses.filter(({ code }) => code.startsWith('2'))
    // The generators refuse an operation without a success.
    return { ...operation, responses, ...(request && { request }) }
  })
}

/** A request in the form that Prism takes. */
export function toInput({ method, url, headers, body }: Sent) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  return {
    method: method.toLowerCase() as 'get',
    url: { path: pathname, query: queryOf(searchParams) },
    headers: { ...headers },
    body: body.length === 0 ? undefined : parseBody(headers, body),
  }
}

const jsonType = /^application\/(json|[\w.-]+\+json)\b/i

/** A body as Prism wants it: JSON where the headers and the bytes say so, text otherwise. */
function parseBody(headers: Readonly<Record<string, string>>, body: Buffer): unknown {
  const text = body.toString()
  if (!jsonType.test(headers['content-type'] ?? '')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** A parameter that occurs more than once becomes a list. */
function queryOf(all: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(all.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = all.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}
