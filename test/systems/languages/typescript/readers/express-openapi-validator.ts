/** A server that lets the document judge what comes in and what goes out. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type NextFunction, type Request, type Response } from 'express'
import { middleware } from 'express-openapi-validator'
import { DOCUMENT, examples, judge } from './cases.js'

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
let answer: unknown
application.use((_: Request, response: Response) => {
  response.json(answer)
})
application.use(
  (
    { status = 500, message }: { status?: number; message: string },
    _: Request,
    response: Response,
    __: NextFunction,
  ) => {
    response.status(status).json({ message })
  },
)
const server = application.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const send: Parameters<typeof judge>[0] = async ({ method, url, body, response }) => {
  answer = response
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer token' }
  const sent = await fetch(address + url, { method, headers, body: JSON.stringify(body) })
  return { status: sent.status, why: await sent.text() }
}

await judge(send)
// An answer that is not as documented is a failure of the server.
const [first] = examples
const { status } = await send({ ...first!, response: {} })
if (status !== 500) throw new Error(`an empty answer went out with ${status}`)
server.close()
server.closeAllConnections()
