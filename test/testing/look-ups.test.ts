import { expect, it } from 'vitest'
import { journalIn, kinds } from '../support/journal.js'
import { parcel } from '../support/parcels/calls.js'
import { createClient, fakeIssuer } from '../support/parcels/client.js'
import { readFrom } from './read-from.js'

/** How a provider may answer a look-up, from the calls that it carried out under the reference, and from all. */
type Form = (own: readonly unknown[], all: readonly unknown[]) => unknown

it.each<[name: string, Form, whereItWasMade: string, whereItWasNot: string]>([
  ['the parcel, or 404', ([one]) => one, 'succeeded', 'unknown'],
  ['a list', (own) => own, 'succeeded', 'not_sent'],
  ['a page', (own) => ({ data: own, next_cursor: null }), 'succeeded', 'not_sent'],
  ['a list of all, the filter ignored', (_, all) => all, 'succeeded', 'unknown'],
  [
    'a page of all, the filter ignored',
    (_, all) => ({ items: all, has_more: false }),
    ...(['succeeded', 'unknown'] as const),
  ],
  ['one page of several', () => ({ data: [], next_cursor: 'c-2' }), 'unknown', 'unknown'],
  ['an error, with 200', () => ({ error: 'not found' }), 'unknown', 'unknown'],
  ['always 404', () => undefined, 'unknown', 'unknown'],
])(
  'an issuer in memory answers a look-up as providers do, and a journal settles by it: %s',
  async (_, form, whereItWasMade, whereItWasNot) => {
    const issuer = fakeIssuer({
      read: ({ url }, made) => {
        const refId = new URL(url).searchParams.get('ref_id')
        const own = made.filter(({ body }) => body && 'ref_id' in body && body.ref_id === refId)
        return form(
          own.map(({ answer }) => answer),
          made.map(({ answer }) => answer),
        )
      },
    })
    const lookUp = async (refId: string) => {
      const path = `/v1/lost?ref_id=${encodeURIComponent(refId)}`
      const { status, data } = await readFrom(issuer, path)
      return status === 404 || data === undefined ? undefined : { data }
    }
    const { journal, expire } = await journalIn(kinds[0], { lookUp })
    const client = createClient({ ...issuer.options, journal })
    const create = (ref_id: string) => client.createParcel({ ...parcel, ref_id })
    await create('other')
    issuer.next('createParcel', 'broken', { status: 503 })
    for (const ref_id of ['made', 'not made'])
      await expect(create(ref_id)).rejects.toMatchObject({ outcome: 'unknown' })
    await expire()
    await journal.settle()
    const rows = await Promise.all(['made', 'not made'].map((refId) => journal.find(refId)))
    expect(rows.map((row) => row?.state)).toEqual([whereItWasMade, whereItWasNot])
  },
)
