import { expect, it } from 'vitest'
import { recordIn, tidied } from '../../scripts/lib/record.js'
import { retryTable } from '../../scripts/lib/retries.js'

it('the guide says what the client retries as the client does it; else run npm run generate', async () => {
  const { kept } = recordIn('openapi/guides/errors-and-outcomes.md', 'retries', 'npm run generate')
  expect((await kept()).trim()).toBe((await tidied(await retryTable())).trim())
})
