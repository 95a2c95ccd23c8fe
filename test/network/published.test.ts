import { describe, expect, it } from 'vitest'
import { scopes } from '../../generated/index.js'
import {
  clientCredentials,
  ClientError,
  type ClientOptions,
  createClient,
} from '../../src/index.js'
import { startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import { within } from '../../src/shared/deadline.js'
import { fakeIssuer, type MadeCall, type NextAnswer } from '../../src/testing.js'
import { type Fault as Published, faults } from '../../src/testing/faults.js'
import { quote, unreferenced } from '../support/examples.js'
import { violationsOf } from './violations.js'
import { endsOf, type Fault, timesOf } from './vocabulary.js'

/** In the words of every other far side. */
const published: Readonly<Record<Published, Fault>> = faults

const limits = { timeout: 300, maxRetries: 0 }
const answers: Partial<Record<Published, NextAnswer>> = {
  slow: { fault: 'slow', milliseconds: 600 },
  refused: { fault: 'refused', milliseconds: 100 },
}

const operation = 'createStablecoinConversion'

/** What plays the published faults, and how often it carried a conversion out. */
interface Player {
  readonly options: ClientOptions
  readonly next: (name: typeof operation, answer: NextAnswer) => void
  readonly countDone: (conversion: Conversion) => Promise<number>
  readonly stop?: () => Promise<void>
}
type Conversion = typeof unreferenced & { readonly ref_id: string }

const players: Readonly<Record<string, () => Player | Promise<Player>>> = {
  fake: () => {
    let made: readonly MadeCall[] = []
    const { next, options } = fakeIssuer({ read: (_, calls) => ((made = [...calls]), {}) })
    const countDone = async (): Promise<number> => {
      const { auth, baseUrl, transport } = options
      const { value } = await auth.getToken({ transport })
      const headers = { authorization: `Bearer ${value}` }
      const request = { url: `${baseUrl}/made`, method: 'GET', headers, body: undefined }
      await within(limits.timeout, undefined, (stop) => transport({ ...request, stop }))
      return made.filter((call) => call.operation === operation).length
    }
    return { options, next, countDone }
  },
  mock: async () => {
    let repeats = 0
    const { url: baseUrl, tokenUrl, next, stop } = await startMock({ onRepeat: () => repeats++ })
    const { id: clientId, secret: clientSecret } = mockClient
    const options = {
      baseUrl,
      auth: clientCredentials({ tokenUrl, clientId, clientSecret, scopes }),
    }
    // It tells of what it carried out before, where the same comes again.
    const countDone = async (conversion: Conversion): Promise<number> => {
      await createClient(options).createStablecoinConversion(conversion)
      return repeats
    }
    return { options, next, countDone, stop }
  },
}

describe.each(Object.keys(players))('the %s', (name) => {
  it.each(Object.entries(published))('plays %s as it is described', async (fault, facts) => {
    const player = await players[name]?.()
    if (player === undefined) throw new Error(name)
    const { options, next, countDone, stop } = player
    const conversion = { ...unreferenced, ref_id: fault }
    const client = createClient({ ...options, ...limits })
    // With a token, so that the fault meets the conversion.
    await client.createIssuerQuote(quote)
    next(operation, answers[fault as Published] ?? (fault as Published))
    const end = await client.createStablecoinConversion(conversion).then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof ClientError ? error.outcome : 'raw'),
    )
    const done = await countDone(conversion)
    await stop?.()
    // A connection that is kept breaks where the mock's port closes, which is less than a refusal tells.
    const ends = endsOf(facts).slice(0, name === 'fake' ? 1 : 2)
    expect(ends).toContain(end)
    expect(done).toBe(timesOf(facts))
    expect(violationsOf({ end }, { seen: done, done })).toEqual([])
  })
})
