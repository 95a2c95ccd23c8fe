// Our types are those of CommonJS, where openapi-fetch has other ones: no two of them go together.
import type { Client, Middleware } from 'openapi-fetch' with { 'resolution-mode': 'import' }
import createOpenapiFetch from 'openapi-fetch'
import { ClientCall } from './call/client-call.js'
import { checkInput } from './document/prepare-input.js'
import { InvalidRequestError, type Issue } from './errors.js'
import { isRefusal, readText, toResponse } from './fetch-call.js'
import { type Operation, unknownOperation, type Values } from './operation.js'
import { limits, type Setup } from './options.js'
import { passedOn } from './shared/headers.js'
import { isObject, memberOf, parseJson } from './shared/json.js'

/** Openapi-fetch's client of a document's paths. */
export interface PathClient<Paths extends object> extends Client<Paths> {
  /** Registers middleware for calls by path. No call by method goes through it. */
  use(...middleware: Middleware[]): void
}

/** The options of a call by path. */
type PathOptions = Readonly<Record<string, unknown>> & {
  readonly params?: Readonly<Partial<Record<'path' | 'query' | 'header', Values>>>
}

/** The methods of openapi-fetch's client. */
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

/** Makes openapi-fetch's client, whose fetch carries out the operation that the caller names by method and path. */
export function createPathClient(setup: Setup): PathClient<object> {
  const client = createOpenapiFetch<object>({ baseUrl: setup.base })
  const start = client.request as (method: string, path: string, init: object) => Promise<unknown>
  const request = (name: string, path: string, init: PathOptions = {}): Promise<unknown> => {
    const method = name.toUpperCase()
    const body = isObject(init['body']) ? checkBody(init['body']) : undefined
    let address: string | undefined
    // Openapi-fetch 0.17 refuses what middleware returns unless it is `instanceof` this option (src/index.js), so a subclass of
    // `Request` would exclude the requests that middleware makes.
    const made = new Proxy(Request, {
      construct(constructor, settings: ConstructorParameters<typeof Request>) {
        const request = new constructor(...settings)
        address = request.url
        return request
      },
    })
    const fetch = async (sent: Request): Promise<Response> => {
      const all = Object.values(setup.operations)
      const operation = all.find((one) => one.method === method && one.path === path)
      const call = new ClientCall(setup, operation ?? { ...unknownOperation, method, path })
      const refuse = (
        message: string,
        issues: readonly Issue[] = [{ path: [], message }],
      ): never => {
        throw call.end(new InvalidRequestError(call, issues))
      }
      if (!operation) refuse('the document has no operation of this method and path')
      if (sent.url !== address || sent.method !== method || !address.startsWith(`${setup.base}/`))
        refuse(`neither baseUrl nor middleware can change the method or the address, ${setup.base}`)
      if (body?.issues[0]) refuse('', body.issues)
      const text = await sent.text()
      const json = readText(text, call.operation)
      if (typeof json === 'string') return refuse(json)
      const parameters = readParameters(call.operation, init.params ?? {}, sent.headers)
      if (typeof parameters === 'string') return refuse(parameters)
      const input =
        json || call.operation.parameters ? { ...body?.dropped, ...json, ...parameters } : undefined
      const options = { ...limitsIn(init), signal: sent.signal }
      try {
        await call.run(input, options, passedOn(sent.headers))
        return toResponse(call, false)
      } catch (reason) {
        // Openapi-fetch reads no body of a HEAD, and would give no error.
        if (!isRefusal(reason) || method === 'HEAD') throw reason
        return withReason(toResponse(call, true))
      }
    }
    const own = { bodySerializer: (value: unknown) => body?.json ?? value, fetch }
    return start(method, path, { ...own, ...init, Request: made })
  }
  const named = methods.map((method) => [method, request.bind(undefined, method)])
  return Object.assign(client, { request }, Object.fromEntries(named)) as PathClient<object>
}

const limitsIn = (init: object): object =>
  Object.fromEntries(Object.entries(init).filter(([name]) => Object.hasOwn(limits, name)))

/**
 * Reads a body at once, so that a later change of the caller's object changes nothing. A field that is dropped from its JSON is
 * refused, unless `bodySerializer` or middleware fills it.
 */
function checkBody(body: object) {
  const dropped = Object.entries(body).filter(([, value]) => value === undefined)
  return { ...checkInput({ hasBody: true }, body), dropped: Object.fromEntries(dropped) }
}

/** The parameters as the caller gave them; a header also as the request has it. A sentence says why they cannot be sent. */
function readParameters(
  { parameters = [] }: Operation,
  { path, query, header }: NonNullable<PathOptions['params']>,
  headers: Headers,
): Values | string {
  // Openapi-fetch leaves null and undefined out of a query (src/index.js, createQuerySerializer).
  const there = Object.entries(query ?? {}).filter(
    ([, value]) => (value ?? undefined) !== undefined,
  )
  const values: Record<string, unknown> = { ...path, ...Object.fromEntries(there) }
  const names = parameters.map(({ name }) => name)
  const stray = Object.keys(values).find((name) => !names.includes(name))
  if (stray !== undefined) return `${stray} is a parameter that is not documented`
  for (const { in: place, name } of parameters)
    if (place === 'header') values[name] = memberOf(header, name) ?? headers.get(name) ?? undefined
  return values
}

/** A refusal with a truthy reason, so that `if (error)` sees it: openapi-fetch may give none, or `false`. */
async function withReason(response: Response): Promise<Response> {
  const { status, headers } = response
  const text = await response.clone().text()
  const value = parseJson(text)
  return (value === undefined ? text : value)
    ? response
    : new Response(`${status}, without a reason`, { status, headers })
}
