import { expect, it } from 'vitest'
import { startServer } from './databases.js'
import { meetCrashes } from './failing.js'
import { testKind } from './kind.js'

const getService = testKind({
  name: 'PostgreSQL',
  kills: 100,
  journals: 1,
  programs: 2,
  start: startServer,
})

it('PostgreSQL: crashes of the server lose no row and make no order twice, with synchronous_commit = off', async () => {
  const { received, lost, twice } = await meetCrashes(getService())
  expect(received).toBeGreaterThanOrEqual(50)
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 })
})
