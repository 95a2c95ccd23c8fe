// One call by path: the options and the request of openapi-fetch, and the errors of its middleware.

import type { Client } from 'openapi-fetch' with { 'resolution-mode': 'import' }
import { ClientCall } from './call/client-call.js'
import { checkInput } from './document/prepare-input.js'
import { isErrorOf } from './errors.js'
import { type Failure, invalid, type Issue } from './failure.js'
import { isRefusal, noBody, readText, refusalResponse, successResponse } from './fetch-call.js'
import { type Operation, unknownOperation } from './operation.js'
import { limits, pathOptions, type Setup, withClientHeaders } from './options.js'
import {
  callHeaders,
  headerPairs,
  isIterable,
  type Places,
  PlainRequest,
  readParams,
  type Sent,
  type TextAnswer,
  textAnswerOf,
} from './path-request.js'
import { checkGiven } from './shared/check-options.js'
import { readHeaders } from './shared/headers.js'
import { isObject, memberOf, parseJson } from './shared/json.js'
import { kindOf } from './shared/redact.js'

/**
 * A call by method and path, whose request openapi-fetch makes. Its `fetch` is the call of the client, which begins there: before
 * that, nothing was sent.
 */
export class PathCall {
  readonly #setup: Setup
  readonly #operation: Operation
  /** The limits that were given beside the body, the parameters, and the body. */
  readonly #limits: Record<string, unknown> = {}
  #params: Places | undefined
  #body: ReturnType<typeof checkBody> | undefined
  /** Whether the request may have other headers than the client: the call has its own, or a function of the caller sees it. */
  #hasHeaders = false
  /** Whether openapi-fetch reads the text of a success, and no function of the caller sees its response. */
  #takesText = false
  /** The address that openapi-fetch made. */
  #address: string | undefined
  #isBegun = false
  /** The call of the client, once it began. */
  #call: ClientCall | undefined

  constructor(setup: Setup, method: string, path: string) {
    const all = Object.values(setup.operations)
    const operation = all.find((one) => one.method === method && one.path === path)
    this.#setup = setup
    this.#operation = operation ?? { ...unknownOperation, method, path }
  }

  /** @throws ClientError */
  async run(client: Client<object>, hasMiddleware: boolean, init: unknown = {}): Promise<unknown> {
    const own = this.#read(init)
    const { body, params, parseAs, signal, headers, bodySerializer, middleware = [], fetch } = own
    const isSeen = hasMiddleware || fetch !== undefined || middleware.length > 0
    this.#takesText = !isSeen && ['json', 'text'].includes(parseAs ?? 'json')
    this.#hasHeaders ||= isSeen
    const start = client.request as (...all: unknown[]) => Promise<object>
    const { method, path } = this.#operation
    try {
      const result = await start(method, path, {
        body,
        params,
        parseAs,
        signal,
        middleware,
        // Openapi-fetch reads no pairs, as of a list or a Map.
        headers: isIterable(headers) ? new Headers([...headers]) : headers,
        bodySerializer: bodySerializer ?? ((body: unknown) => this.#write(body)),
        fetch: fetch ?? ((request: Sent) => this.#send(request)),
        Request: isSeen ? this.#requestClass() : PlainRequest,
      })
      return 'data' in result && this.#takesText ? this.#withResponse(result.data) : result
    } catch (reason) {
      // A fetch of the caller's may have sent anything.
      if (fetch) throw reason
      throw this.#errorOf(reason)
    }
  }

  /** The data with its response, which is made when it is read: the stream of its body is half of the time of a call by path. */
  #withResponse(data: unknown) {
    const call = this.#call as ClientCall
    let response: Response | undefined
    return {
      data,
      get response() {
        return (response ??= successResponse(call))
      },
      set response(other) {
        response = other
      },
    }
  }

  /** Reads the options at once, so that a later change of the caller's objects changes nothing. @throws InvalidRequestError */
  #read(init: unknown) {
    const owner = 'the options of a call by path'
    try {
      const own = checkGiven(owner, init, pathOptions)
      readHeaders(owner, headerPairs(own.headers))
      for (const name in limits)
        if (memberOf(own, name) !== undefined) this.#limits[name] = memberOf(own, name)
      const { path, query, header } = (own.params ?? {}) as Places
      if (own.params)
        this.#params = { path: { ...path }, query: { ...query }, header: { ...header } }
      this.#hasHeaders = own.headers !== undefined || header !== undefined
      if (isObject(own.body)) this.#body = checkBody(own.body)
      // Later, the runtime's `Request` would throw for a TRACE, or for a GET with a body, in its own words.
      const { id, hasBody } = this.#operation
      if (id === unknownOperation.id)
        throw new TypeError('the document has no operation of this method and path')
      if (!hasBody && own.body !== undefined) throw new TypeError(noBody)
      if (own.fetch && this.#setup.options.journal && this.#operation.referenceField)
        throw new TypeError('fetch would send it past the journal: leave it out')
      return own
    } catch (error) {
      throw this.#refusal((error as TypeError).message)
    }
  }

  #write(body: unknown): string {
    return this.#body?.json ?? JSON.stringify(body)
  }

  /**
   * Openapi-fetch 0.17 refuses what middleware returns unless it is `instanceof` this option (src/index.js), so a subclass of
   * `Request` would exclude the requests that middleware makes.
   */
  #requestClass(): typeof Request {
    return new Proxy(Request, {
      construct: (constructor, settings: ConstructorParameters<typeof Request>) => {
        const request = new constructor(...settings)
        this.#address = request.url
        return request
      },
    })
  }

  /** Carries out what is left of the request after middleware. @throws ClientError */
  async #send(sent: Sent): Promise<Response | TextAnswer> {
    // Middleware gets this function as `options.fetch`, and some retries by it (openapi-ts/openapi-typescript issue 2075): a second
    // request may carry the call out twice.
    if (this.#isBegun)
      throw new TypeError('a call by path is sent once: the client repeats what may be')
    this.#isBegun = true
    const operation = this.#operation
    const reading = sent.text()
    // To await a text that is there would cost promises.
    const text = typeof reading === 'string' ? reading : await reading
    const { input, headers } = this.#readRequest(sent, text)
    const call = new ClientCall(withHeadersLeft(this.#setup, sent.headers), operation)
    this.#call = call
    try {
      const { signal } = sent
      const hasOptions = signal || Object.keys(this.#limits).length > 0
      const options = hasOptions ? { ...this.#limits, signal } : undefined
      await call.run(input, options, headers)
      return this.#takesText ? textAnswerOf(call) : successResponse(call)
    } catch (reason) {
      // Openapi-fetch reads no body of a HEAD, and would give no error.
      if (!isRefusal(reason) || operation.method === 'HEAD') throw reason
      return refusalResponse(call, (text) =>
        isTruthy(text) ? text : `${call.context.answer?.status}, without a reason`,
      )
    }
  }

  /** The input of a method, and the headers of the call. @throws InvalidRequestError */
  #readRequest({ url, method, headers }: Sent, text: string) {
    const operation = this.#operation
    const orThrow = <Read>(read: Read | string): Read => {
      if (typeof read === 'string') throw this.#refusal(read)
      return read
    }
    if (method !== operation.method || (this.#address ?? url) !== url)
      throw this.#refusal('middleware cannot change the method or the address')
    if (this.#body?.issues[0]) throw this.#refusal('', this.#body.issues)
    // The text is read unless it is that of the fields: a function of the caller may have made another.
    const fields = text === this.#body?.json ? this.#body.fields : undefined
    const json = orThrow(readText(text, operation, fields))
    const ofClient = this.#setup.options.headers ?? {}
    const ofCall = this.#hasHeaders ? orThrow(callHeaders(headers, ofClient)) : undefined
    const params = this.#params ?? (operation.parameters && {})
    const parameters = params && orThrow(readParams(operation.parameters, params, headers))
    const dropped = this.#body?.dropped
    const input = dropped || parameters ? { ...dropped, ...json, ...parameters } : json
    return { input, headers: ofCall }
  }

  /** The error of a call that is not made, reported. */
  #refusal(message: string, issues?: readonly Issue[]): Error {
    return this.#endBefore(invalid(message, issues))
  }

  #endBefore(failure: Failure): Error {
    this.#call = new ClientCall(this.#setup, this.#operation)
    return this.#call.end(failure)
  }

  /** What openapi-fetch throws, as an error of the call: it is the call's own, unless a function of the caller's failed. */
  #errorOf(cause: unknown): unknown {
    const call = this.#call
    const what = `middleware ended the call with ${kindOf(cause)}`
    if (!call) {
      const before = `bodySerializer or ${what}`
      return this.#endBefore({ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', what: before, cause })
    }
    if (isErrorOf(call.context, cause)) return cause
    if (call.failure) return call.errorOf({ ...call.failure, cause }, ` Then ${what} (see cause).`)
    const { status = 0, body } = call.context.answer ?? {}
    return call.errorOf({
      code: 'ERR_INVALID_RESPONSE',
      outcome: 'unknown',
      what: `the data in body, but then ${what} (see cause)`,
      status,
      body: new TextDecoder().decode(body?.bytes),
      cause,
    })
  }
}

/** The setup without the headers of the client that middleware took out of the request. */
function withHeadersLeft(setup: Setup, headers: Headers): Setup {
  const ofClient = Object.entries(setup.options.headers ?? {})
  const left = ofClient.filter(([name]) => headers.has(name))
  if (left.length === ofClient.length) return setup
  return withClientHeaders(setup, Object.fromEntries(left))
}

/**
 * Reads a body at once, so that a later change of the caller's object changes nothing. `dropped` has the fields that JSON leaves
 * out: a reference that is undefined is refused, unless `bodySerializer` or middleware fills it.
 */
function checkBody(body: object) {
  const dropped = Object.entries(body).filter(([, value]) => value === undefined)
  const { json, fields, issues } = checkInput({ hasBody: true }, body)
  return { json, fields, issues, dropped: dropped.length > 0 && Object.fromEntries(dropped) }
}

/** Whether `if (error)` sees the error that openapi-fetch makes of a text. */
function isTruthy(text: string): boolean {
  const value = parseJson(text)
  return Boolean(value === undefined ? text : value)
}
