import { expect, it } from 'vitest'
import type { Operation } from '../../src/operation.js'
import { acme, acmeWith } from '../support/acme.js'
import { useFakeClock } from '../support/clock.js'
import { answer, broken, ended, scripted, silence, type Step } from '../support/scripted.js'

useFakeClock()

const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const lost = broken({ code: 'ECONNRESET', syscall: 'read' })

it.each<[string, Step | Step[], outcome: string]>([
  ['was lost', lost, 'failed'],
  ['has no answer in time', silence, 'failed'],
  ['was answered 503', answer(503), 'failed'],
  ['was redirected', answer(307), 'failed'],
  ['has no readable answer', answer(200, '<html>'), 'failed'],
  ['was refused', answer(404), 'rejected'],
  ['was not sent', refused, 'not_sent'],
  // The last answer counts: no earlier attempt had an effect.
  ['was answered 503, and then refused', [answer(503), answer(404)], 'rejected'],
])('a read that %s has no effect', async (_, steps, outcome) => {
  const { client, events } = scripted([steps].flat(), { provider: acme })
  const error = await ended(client.getConversion({ id: 'c-1' }))
  expect(error).toMatchObject({ outcome })
  expect(String(error)).not.toContain('may have')
  expect(events.at(-1)).toMatchObject({ type: 'end', outcome })
})

/** A provider whose read takes an alias. */
const me = acmeWith('getConversion', { readsBy: undefined })
it.each<[string, object, answer: object, ends: object, provider?: typeof acme]>([
  ['by id gets the object of that id', { id: 'c-1' }, { id: 'c-1' }, { id: 'c-1' }],
  ['may get a UUID in the other case', { id: 'AB-1' }, { id: 'ab-1' }, { id: 'ab-1' }],
  ['fails with another', { id: 'c-1' }, { id: 'c-2' }, { outcome: 'failed', status: 200 }],
  [
    'that fails with another names it',
    { id: 'c-1' },
    { id: 'c-2' },
    {
      message: expect.stringContaining(
        'another id: the response of the id c-2 belongs to another request',
      ) as string,
    },
  ],
  [
    'gets an object under the name of its parameter',
    { id: 'me' },
    { id: 'c-1' },
    { id: 'c-1' },
    me,
  ],
])('a read %s', async (_, input, body, ends, provider = acme) => {
  const { client } = scripted([answer(200, body)], { provider })
  expect(await ended(client.getConversion(input as { id: string }))).toMatchObject(ends)
})

const gone = answer(404, { code: 'NOT_FOUND' })
const documented = { 404: { type: 'object', required: ['code'] } }
it.each<[string, Step[], ends: object | undefined, errors?: Operation['errors']]>([
  ['was lost, and is gone when it is repeated, is done', [lost, gone], undefined, documented],
  ['was lost, and is gone as 4XX says, is done', [lost, gone], undefined, { '4XX': true }],
  ['finds nothing is refused', [gone], { outcome: 'rejected', status: 404 }, documented],
  ['was lost, and has an unknown 404, stays unknown', [lost, gone], { outcome: 'unknown' }, {}],
  [
    'was lost, and has the 404 of a gateway, stays unknown',
    [lost, answer(404, '<html>')],
    { outcome: 'unknown' },
    documented,
  ],
])('a DELETE that %s', async (_, steps, ends, errors) => {
  const provider = acmeWith('recipientsRemove', { errors })
  const { client, events } = scripted(steps, { provider })
  const call = client.recipientsRemove({ recipient_id: 'p-1' })
  const end = await ended(call)
  if (ends) expect(end).toMatchObject(ends)
  else expect([end, (await call.withResponse()).status]).toEqual([undefined, 404])
  expect(events.map(({ type }) => type)).not.toContain('drift')
})
