import { expect, it } from 'vitest'
import { createClients } from '../../src/journal/clients.js'
import type { Reader } from '../../src/operation.js'

const reader = (account: string): Reader => ({
  operations: {},
  headers: { 'x-account': account },
  ownHeaders: {},
  follow: () => undefined,
})

it('a journal keeps the newest hundred clients of an account that differ in their headers', () => {
  const clients = createClients()
  for (let at = 0; at < 100; at++) clients.add('a', reader(`${at}`))
  // The first is made again, with a newer token.
  const renewed = reader('0')
  clients.add('a', renewed)
  clients.add('a', reader('100'))
  const accounts = clients.of('a').map(({ headers }) => headers['x-account'])
  expect(accounts).toHaveLength(100)
  expect(accounts.slice(0, 2)).toEqual(['100', '0'])
  expect(accounts).not.toContain('1')
  expect(clients.of('a')).toContain(renewed)
})
