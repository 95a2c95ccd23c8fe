import { expect, it } from 'vitest'
import { isPlain, readExamples } from '../../scripts/lib/examples.js'
import { cases } from '../support/cases.js'
import { Random } from '../systems/simulation/random.js'
import { packagedMock } from './packaged.js'
import { randomRequest, sendBytes } from './random-requests.js'

const examples = (await readExamples()).filter(isPlain)
const requests = cases(10_000, 2_000)

const packaged = packagedMock()

it(`the mock answers after ${requests} random requests, and none of them made it stumble`, async () => {
  const mock = await packaged.start()
  const form = 'grant_type=client_credentials&client_id=mock-client&client_secret=mock-secret'
  const scope = encodeURIComponent(
    'transfer:write_crypto_destination_address conversion:write_conversion_stablecoin exchange:write_issuer_quote',
  )
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body: `${form}&scope=${scope}` }
  const granted = await fetch(mock.tokenUrl, init)
  const { access_token: token } = (await granted.json()) as { access_token: string }

  const random = new Random(1, 2, 3)
  const seen = new Map<string, number>()
  let left = requests
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const status = await sendBytes(mock.url, randomRequest(random, examples, token))
      const name = status === undefined ? 'none' : String(status)
      seen.set(name, (seen.get(name) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))

  console.log(JSON.stringify(Object.fromEntries([...seen].sort())))
  // The examples' references come again and again.
  const others = mock
    .stderr()
    .split('\n')
    .filter((line) => !/ was carried out \d+ times /.test(line))
  expect(others).toEqual([''])
  // Both valid and invalid requests, and many of each.
  for (const status of ['200', '400', '401', '404', '415', '422'])
    expect(seen.get(status) ?? 0, status).toBeGreaterThan(requests / 1_000)
  expect(seen.get('500') ?? 0).toBe(0)
  expect((await fetch(`${mock.url}/healthz`)).status).toBe(200)
  expect(await mock.end()).toBe(0)
}, 600_000)
