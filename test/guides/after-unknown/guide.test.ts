import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { JournalOptions } from 'stablecoin-issuer-api/journal'
import { cipher } from '../../../openapi/guides/examples/after-unknown/cipher.js'
import { gaugeIn } from '../../../openapi/guides/examples/after-unknown/gauges.js'
import { resolveByHand } from '../../../openapi/guides/examples/after-unknown/resolve.js'
import { settleOnTimer } from '../../../openapi/guides/examples/after-unknown/settle-on-timer.js'
import manifest from '../../../package.json' with { type: 'json' }
import { journalIn, kinds, leave, madeOf, statesOf } from '../../support/journal.js'
import { root } from '../../support/run.js'

/** A journal that has unknown rows, whose leases are over. */
async function unknown(refIds: readonly string[], options: Partial<JournalOptions> = {}) {
  const opened = await journalIn(kinds[0], options)
  await leave(opened.journal, ...refIds)
  await opened.expire()
  return opened
}

it('a journal is settled by a timer, which says what is still open', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const lookUp = (refId: string) => {
    if (refId === 'order-3') throw new Error('503')
    return refId === 'order-1' ? { data: madeOf(refId) } : undefined
  }
  const { journal } = await unknown(['order-1', 'order-2', 'order-3'], { lookUp })
  const timer = settleOnTimer(journal)
  onTestFinished(() => clearInterval(timer))
  await expect
    .poll(() => said.mock.calls)
    .toEqual([
      ['2 conversions are still open'],
      ['order-3 is still unknown:', expect.objectContaining({ message: '503' })],
    ])
  expect(await statesOf(journal, 'order-1')).toEqual(['succeeded'])
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
