/** Gives the document to the tool that the first word names, and prints what it makes of the examples and the rules. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { NextFunction, Request, Response } from 'express'
import type { Context } from 'openapi-backend'
import { DOCUMENT, examples, judge, nameOf, print, printSaved, type Send } from './cases.js'

const [, , tool = '', ...words] = process.argv
const readDocument = async () => JSON.parse(await readFile(DOCUMENT, 'utf8')) as object
const bearer = { 'content-type': 'application/json', authorization: 'Bearer token' }
/** What a server's handlers answer: the documented answer to what is sent. */
let answer: unknown

interface Side {
  readonly content: Record<string, { readonly examples: Record<string, { value: unknown }> }>
}

interface Operation {
  readonly operationId: string
  readonly requestBody: Side
  readonly responses: Record<string, Side>
}

interface PostmanItem {
  readonly item?: readonly PostmanItem[]
  readonly response?: readonly {
    readonly originalRequest: { readonly body: { readonly raw: string } }
    readonly body?: string
  }[]
}

type Pairs = readonly { readonly key: string; readonly value: string }[]

interface PostmanCollection extends PostmanItem {
  readonly auth: { readonly oauth2: Pairs }
  readonly variable: Pairs
}

interface BrunoItem {
  readonly items?: readonly BrunoItem[]
  readonly examples?: readonly {
    readonly request: { readonly body: { readonly json: string } }
    readonly response: { readonly body: { readonly content: string } }
  }[]
}

interface BrunoCollection extends BrunoItem {
  readonly root: { readonly request: { readonly auth: { oauth2: Record<string, string> } } }
  readonly environments: readonly { variables: readonly { name: string; value: string }[] }[]
}

const tools: Record<string, () => Promise<void>> = {
  /** Validates the document, and resolves its references. */
  '@apidevtools/swagger-parser': async () => {
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
    const parsed = await SwaggerParser.validate(DOCUMENT)
    const items = Object.values(parsed.paths ?? {}) as Record<string, Operation>[]
    const operations = items.flatMap((item) => Object.values(item))
    for (const example of examples) {
      const operation = operations.find(({ operationId }) => operationId === example.operationId)
      const [request, response] = [operation?.requestBody, operation?.responses['200']].map(
        (side) => side?.content['application/json']?.examples[example.name]?.value,
      )
      print({ example: nameOf(example), request, response })
    }
  },
  /** Makes a Postman collection. */
  'openapi-to-postmanv2': async () => {
    const { default: converter } = await import('openapi-to-postmanv2')
    const data = await readFile(DOCUMENT, 'utf8')
    const options = { folderStrategy: 'Tags', parametersResolution: 'Example' }
    const collection = await new Promise<PostmanCollection>((resolve, reject) => {
      converter.convertV2({ type: 'string', data }, options, (error, made) => {
        if (error !== null || !made.result) reject(error ?? new Error(made.reason))
        else resolve(made.output[0]!.data as PostmanCollection)
      })
    })
    const saved = ({ response = [], item = [] }: PostmanItem): [string, string | undefined][] => [
      ...response.map((one): [string, string?] => [one.originalRequest.body.raw, one.body]),
      ...item.flatMap(saved),
    ]
    printSaved(saved(collection))
    const { auth, variable } = collection
    const value = (pairs: Pairs, name: string) => pairs.find(({ key }) => key === name)?.value
    const [tokenUrl, scopes] = ['accessTokenUrl', 'scope'].map((name) => value(auth.oauth2, name))
    print({ setUp: { address: value(variable, 'baseUrl'), tokenUrl, scopes } })
  },
  /** Makes a Bruno collection. */
  '@usebruno/converters': async () => {
    const { openApiToBruno } = await import('@usebruno/converters')
    const collection = (await openApiToBruno(await readDocument())) as BrunoCollection
    const saved = ({ examples = [], items = [] }: BrunoItem): [string, string][] => [
      ...examples.map((one): [string, string] => [
        one.request.body.json,
        one.response.body.content,
      ]),
      ...items.flatMap(saved),
    ]
    printSaved(saved(collection))
    const { accessTokenUrl: tokenUrl, scope: scopes } = collection.root.request.auth.oauth2
    const variables = collection.environments[0]?.variables
    const address = variables?.find(({ name }) => name === 'baseUrl')?.value
    print({ setUp: { address, tokenUrl, scopes } })
  },
  /** A server that lets the document judge what comes in and what goes out. */
  'express-openapi-validator': async () => {
    const { default: express } = await import('express')
    const { middleware } = await import('express-openapi-validator')
    const application = express()
    application.use(express.json({ strict: false }))
    application.use(
      middleware({
        apiSpec: DOCUMENT,
        validateRequests: true,
        validateResponses: true,
        validateSecurity: { handlers: { oauth2: (_, scopes) => scopes.length === 1 } },
      }),
    )
    application.use((_: Request, response: Response) => {
      response.json(answer)
    })
    type Failure = { readonly status?: number; readonly message: string }
    application.use((failure: Failure, _: Request, response: Response, __: NextFunction) => {
      response.status(failure.status ?? 500).json({ message: failure.message })
    })
    const server = application.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const send: Send = async ({ method, url, body, response }) => {
      answer = response
      const init = { method, headers: bearer, body: JSON.stringify(body) }
      const sent = await fetch(address + url, init)
      return { status: sent.status, why: await sent.text() }
    }
    await judge(send)
    // An answer that is not as documented is a failure of the server.
    const { status } = await send({ ...examples[0]!, response: {} })
    if (status !== 500) throw new Error(`an empty answer went out with ${status}`)
    server.close()
    server.closeAllConnections()
  },
  /** A server whose handlers the document calls by their operationId. */
  'openapi-backend': async () => {
    const { OpenAPIBackend } = await import('openapi-backend')
    const accepted = () => ({ status: 200, body: answer })
    const api = new OpenAPIBackend({
      definition: DOCUMENT,
      quick: true,
      handlers: {
        ...Object.fromEntries(examples.map(({ operationId }) => [operationId, accepted])),
        validationFail: ({ validation }: Context) => ({ status: 400, body: validation.errors }),
        notFound: () => ({ status: 404 }),
      },
      securityHandlers: { oauth2: () => true },
    })
    await api.init()
    await judge(async ({ method, url: path, body, response }) => {
      answer = response
      const handled = (await api.handleRequest({ method, path, body, headers: bearer })) as {
        status: number
        body: unknown
      }
      return { status: handled.status, why: JSON.stringify(handled.body) }
    })
  },
  /** A server that Fastify's schemas judge the bodies of; the word `defaults` leaves its options as they are. */
  'fastify-openapi-glue': async () => {
    const { default: fastify } = await import('fastify')
    const { default: glue } = await import('fastify-openapi-glue')
    const options = { removeAdditional: false, coerceTypes: false } as const
    const isClosed = !words.includes('defaults')
    const application = fastify(isClosed ? { ajv: { customOptions: options } } : {})
    await application.register(glue, {
      specification: DOCUMENT,
      serviceHandlers: Object.fromEntries(
        examples.map(({ operationId }) => [operationId, () => Promise.resolve(answer)]),
      ),
      securityHandlers: { initialize: () => undefined, oauth2: () => Promise.resolve() },
    })
    await judge(async ({ method, url, body, response }) => {
      answer = response
      const payload = JSON.stringify(body)
      const request = { method: method as 'POST', url, headers: bearer, payload }
      const { statusCode: status, body: why } = await application.inject(request)
      return { status, why }
    })
  },
  /** Scalar's mock: it answers with the first example of an operation, and judges bodies. */
  '@scalar/mock-server': async () => {
    const { createMockServer } = await import('@scalar/mock-server')
    const log = console.log
    console.log = () => undefined // it prints how to use it
    const application = await createMockServer({ document: await readDocument() })
    console.log = log
    await judge(async ({ operationId, method, url, body }) => {
      const { response } = examples.find((one) => one.operationId === operationId)!
      const init = { method, headers: bearer, body: JSON.stringify(body) }
      const answer = await application.request(url, init)
      const why = await answer.text()
      const isTaken = answer.status === 200
      if (isTaken && !isDeepStrictEqual(JSON.parse(why), response)) throw new Error(why)
      return { status: isTaken ? 200 : 400, why }
    })
  },
}

const run = tools[tool]
if (run === undefined) throw new Error(`no tool ${tool}`)
await run()
