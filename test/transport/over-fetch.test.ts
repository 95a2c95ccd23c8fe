import { expect, it, vi } from 'vitest'
import { overFetch } from '../../src/transport/over-fetch.js'
import { noStop } from '../support/stop.js'

/** What is read of an answer that comes in parts, and whether the rest of it was given up. */
async function reading(parts: readonly string[], limit: number, breaks = false) {
  const cancel = vi.fn(() => Promise.reject(new Error('x')))
  const left = parts.map((part) => new TextEncoder().encode(part))
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = left.shift()
      if (part) controller.enqueue(part)
      else if (breaks) controller.error(new Error('reset'))
      else controller.close()
    },
    cancel,
  })
  const send = overFetch(() => Promise.resolve(new Response(stream)))
  const request = { url: 'https://api.example.com/', method: 'GET', headers: {}, body: undefined }
  const { bytes, cut } = await (await send({ ...request, stop: noStop() })).read(limit)
  return { text: new TextDecoder().decode(bytes), cut, isGivenUp: cancel.mock.calls.length > 0 }
}

it.each([[['{"a":1}']], [['{"a"', ':', '1}']]])(
  'a body that comes over fetch as %j is read whole',
  async (parts) => {
    expect(await reading(parts, 7)).toEqual({ text: '{"a":1}', cut: undefined, isGivenUp: false })
  },
)

it('a body over fetch is read up to its limit, with the parts that fit, and the rest is given up', async () => {
  const cut = { cut: 'too_large', isGivenUp: true }
  expect(await reading(['{"a"', ':1}', ' ', ' ', ' '], 6)).toEqual({ text: '{"a"', ...cut })
  expect(await reading(['{"a"', ':1}', ' ', ' ', ' '], 7)).toEqual({ text: '{"a":1}', ...cut })
})

it('a body over fetch that breaks off keeps what came of it', async () => {
  const broken = { cut: 'broken', isGivenUp: false }
  expect(await reading(['{"a"', ':1'], 100, true)).toEqual({ text: '{"a":1', ...broken })
})

it('an answer over fetch without a body is read as empty', async () => {
  const send = overFetch(() => Promise.resolve(new Response(null, { status: 204 })))
  const request = { url: 'https://api.example.com/', method: 'GET', headers: {}, body: undefined }
  const answer = await send({ ...request, stop: noStop() })
  expect([answer.status, await answer.read(1)]).toEqual([204, { bytes: new Uint8Array() }])
})
