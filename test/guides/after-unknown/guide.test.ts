import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { type JournalOptions, openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { cipher } from '../../../openapi/guides/examples/after-unknown/cipher.js'
import { gaugeIn } from '../../../openapi/guides/examples/after-unknown/gauges.js'
import { resolveByHand } from '../../../openapi/guides/examples/after-unknown/resolve.js'
import { openWorker } from '../../../openapi/guides/examples/after-unknown/worker.js'
import manifest from '../../../package.json' with { type: 'json' }
import { provider } from '../../fixtures/acme/index.js'
import { conversion } from '../../support/examples.js'
import { journalIn, kinds, leave, statesOf } from '../../support/journal.js'
import { openPglite } from '../../support/pglite.js'
import { root } from '../../support/run.js'

/** A journal that has unknown rows, whose leases are over. */
async function unknown(refIds: readonly string[], options: Partial<JournalOptions> = {}) {
  const opened = await journalIn(kinds[0], options)
  await leave(opened.journal, ...refIds)
  await opened.expire()
  return opened
}

it('a worker says what is still open, and calls again for an order that did not leave', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const issuer = fakeIssuer({ provider })
  const options = { ...issuer.options, maxRetries: 0 }
  const pool = { query: openPglite().query.bind(openPglite()), on: vi.fn() } as unknown as Pool
  const journal = await openJournal(postgres(pool), { partition: 'acme-us' })
  const order = (ref_id: string) => ({ ...conversion, ref_id })
  issuer.next('createStablecoinConversion', 'broken', 'refused')
  issuer.next('findConversions', { status: 503 }, { status: 503 })
  const earlier = createClient({ ...options, journal })
  await expect(earlier.createStablecoinConversion(order('lost'))).rejects.toThrow('unknown')

  const failure = 'its look-up failed: GET /v2/acme/conversions: 503 after 1 attempt'
  const { convert, timer } = await openWorker(pool, options)
  onTestFinished(() => clearInterval(timer))
  await expect
    .poll(() => said.mock.calls)
    .toEqual([['1 conversions are still open'], ['lost is still unknown:', new Error(failure)]])
  expect(await convert(order('next'))).toMatchObject({ ref_id: 'next' })
  expect(await statesOf(journal, 'lost', 'next')).toEqual(['unknown', 'succeeded'])
})

it('a journal takes what a person found out, and deletes what is old', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const refIds = ['order-1', 'order-2', 'order-3']
  const { journal, table, run } = await unknown(['old', ...refIds])
  await run(`UPDATE ${table} SET at = 0, state = 'not_sent' WHERE reference = 'old' RETURNING at`)
  await resolveByHand(journal)
  expect(said.mock.calls.map(([refId]) => refId as string).toSorted()).toEqual(refIds)
  const states = ['succeeded', 'not_sent', 'abandoned', undefined]
  expect(await statesOf(journal, ...refIds, 'old')).toEqual(states)
})

it('a text with a tag that was cut short is not decrypted', () => {
  const { encrypt, decrypt } = cipher(randomBytes(32))
  const bytes = Buffer.from(encrypt('', 'row'), 'base64')
  expect(decrypt(bytes.toString('base64'), 'row')).toBe('')
  expect(() => decrypt(bytes.subarray(0, 14).toString('base64'), 'row')).toThrow(
    'authentication tag length',
  )
})

it('Prometheus reads the rows of a journal by their state, and the age of the oldest', async () => {
  const { journal } = await unknown(['order-1', 'order-2'])
  const registry = new Registry()
  gaugeIn(registry, journal)
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toContain('issuer_journal_rows{state="unknown"} 2')
  expect(
    lines.some((line) => /^issuer_journal_age_seconds\{state="unknown"\} [\d.]+$/.test(line)),
  ).toBe(true)
})

it('the guide installs the PGlite that this project is tested with', async () => {
  const text = await readFile(join(root, 'openapi/guides/after-unknown.md'), 'utf8')
  const version = manifest.devDependencies['@electric-sql/pglite']
  expect(text).toContain(`npm install @electric-sql/pglite@${version}\n`)
})
