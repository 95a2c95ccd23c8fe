import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Running } from '../../scripts/lib/running.js'
import type { Mock } from '../../src/mock/server.js'
import { listen } from './listen.js'

type Body = Record<string, unknown>

/** One way in which a service departs from the document, and how `npm run conformance` names it. */
export interface Departure {
  readonly name: string
  readonly path: string
  readonly change: (answer: Changeable, sent: Body) => void
  readonly byWorkflow: RegExp
}

interface Changeable {
  status: number
  contentType: string
  body: Body
}

export const departures: readonly Departure[] = [
  {
    name: 'money that is a JSON number',
    path: '/v2/issuer-quote',
    change: ({ body }) => {
      if ('price' in body) body['price'] = 4000.1
    },
    byWorkflow: /schema check[\s\S]*price[\s\S]*string/,
  },
  {
    name: 'a required field that is missing',
    path: '/v2/conversion/stablecoins',
    change: ({ body }) => {
      delete body['status']
    },
    byWorkflow: /schema check[\s\S]*required property 'status'/,
  },
  {
    name: 'a content type that is not JSON',
    path: '/v2/transfer/crypto-destination-address',
    change: (answer) => {
      answer.contentType = 'text/html'
    },
    byWorkflow: /✗ content-type check/,
  },
  {
    name: 'another status for success',
    path: '/v2/conversion/stablecoins',
    change: (answer) => {
      if (answer.status === 200) answer.status = 201
    },
    byWorkflow: /✗ success criteria check - \$statusCode == 200/,
  },
  {
    name: 'a body that should be refused and is not',
    path: '/v2/issuer-quote',
    change: (answer) => {
      if (answer.status !== 422) return
      answer.status = 200
      answer.body = { ...quote }
    },
    byWorkflow: /✗ success criteria check - \$statusCode >= 400/,
  },
]

/** One answer that contradicts a reading of the document, and how `npm run conformance` names it. */
export const contradicting: readonly Departure[] = [
  {
    name: 'a misspelt field that is taken',
    path: '/v2/conversion/stablecoins',
    change: (answer, sent) => {
      if (!('refid' in sent)) return
      answer.status = 200
      answer.body = { ...conversion }
    },
    byWorkflow:
      /reading of the document: Requests are closed: conversionWithMisspeltReference was answered 200\./,
  },
  {
    name: 'an id beside an address that is taken',
    path: '/v2/transfer/crypto-destination-address',
    change: (answer, sent) => {
      if (!('id' in sent && 'address' in sent) || 'crypto_network' in sent) return
      answer.status = 200
      answer.body = { address: { ...address } }
    },
    byWorkflow:
      /reading of the document: `id` excludes `crypto_network` and `address`: idBesideAddress was answered 200\./,
  },
  {
    name: 'a PUT that makes another address each time',
    path: '/v2/transfer/crypto-destination-address',
    change: ({ body }) => {
      const { address: put } = body as { address?: Body }
      if (put !== undefined) put['id'] = crypto.randomUUID()
    },
    byWorkflow: /reading of the document: A PUT may be repeated: putAgain was answered 200\./,
  },
  {
    name: 'a token that serves one scope only',
    path: '/v2/issuer-quote',
    change: (answer) => {
      answer.status = 403
    },
    byWorkflow: /reading of the document: One token may have all scopes: quote was answered 403\./,
  },
  {
    name: 'a fee with its currency',
    path: '/v2/issuer-quote',
    change: ({ body }) => {
      if ('fee' in body) body['fee'] = '5.00 USD'
    },
    byWorkflow:
      /reading of the document: Amounts are decimal strings: quoteInDecimals was answered 200\./,
  },
  {
    name: 'an address without its status',
    path: '/v2/transfer/crypto-destination-address',
    change: ({ body }) => {
      const { address: put } = body as { address?: Body }
      delete put?.['status']
    },
    byWorkflow:
      /reading of the document: Fields that an answer always has: registerAddress was answered 200\./,
  },
]

const address = {
  id: '7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11',
  crypto_network: 'ETHEREUM',
  address: '0x1',
  nickname: 'Treasury vault',
  status: 'PENDING',
  created_at: '2026-03-02T09:15:30.123456Z',
  bookmarked: false,
}

const conversion = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  profile_id: 'p',
  amount: '1',
  source_asset: 'USDC',
  target_asset: 'USDG',
  status: 'CREATED',
  created_at: '2026-03-02T09:16:02.481930Z',
  updated_at: '2026-03-02T09:16:02.481930Z',
}

const quote = {
  quote_id: '5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08',
  market: 'PAXGUSD',
  side: 'BUY',
  quantity: '2.5',
  price: '4000.10',
  fee: '5.00',
  quote_amount: '10000.25',
  expires_at: '2026-03-02T09:18:40.750000Z',
}

/** Serves the mock's answers, all of them changed by one departure. */
export async function startDeparting(mock: Mock, departure: Departure): Promise<Running> {
  const server = createServer((request, response) => {
    const answered = async (): Promise<void> => {
      const { method = 'GET', url = '/' } = request
      const { authorization = '', 'content-type': type = '' } = request.headers
      const bytes = await buffer(request)
      const upstream = await fetch(mock.url + url, {
        method,
        headers: { authorization, 'content-type': type, accept: 'application/json' },
        body: bytes.length === 0 ? null : new Uint8Array(bytes),
      })
      const text = await upstream.text()
      const answer: Changeable = {
        status: upstream.status,
        contentType: upstream.headers.get('content-type') ?? 'application/json',
        body: text === '' ? {} : (JSON.parse(text) as Body),
      }
      if (url === departure.path) departure.change(answer, JSON.parse(bytes.toString()) as Body)
      response.writeHead(answer.status, { 'Content-Type': answer.contentType })
      response.end(text === '' && answer.status >= 400 ? '' : JSON.stringify(answer.body))
    }
    answered().catch(() => response.destroy())
  })
  const { url, stop } = await listen(server)
  return {
    url,
    stop: () => {
      stop()
      return Promise.resolve()
    },
  }
}
