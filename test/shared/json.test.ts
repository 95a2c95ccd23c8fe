import { expect, it, onTestFinished, vi } from 'vitest'
import { readJson } from '../../src/shared/json.js'

it.each([
  '{"n":123456789012345}',
  '{"n":1.0000000000000,"m":1234567890123456}',
  '{"n":0.1234567890123456}',
  '{"n":"12345678901234567890"}',
  '{"n":"\\"12345678901234567890"}',
])('JSON whose numbers are kept as they are written is read: %s', (json) =>
  expect(readJson(json)).toEqual(JSON.parse(json)),
)

it.each([
  ['{"n":12345678901234567890}', 'has a number with more digits than can be kept'],
  ['{"n":1,"m":-0.12345678901234567}', 'has a number with more digits than can be kept'],
  ['{"n":1.00000000000000}', 'has a number with more digits than can be kept'],
  ['{"n":1e-0000000000000001}', 'has a number with more digits than can be kept'],
  ['{"n":1', 'is not JSON'],
  ['[1]', 'must be a JSON object'],
])('JSON that cannot be kept as it is written is refused: %s', (json, why) =>
  expect(() => readJson(json)).toThrow(why),
)

it('the package can be imported where there is no TextDecoder, as in jsdom', async () => {
  vi.stubGlobal('TextDecoder', undefined)
  vi.stubGlobal('TextEncoder', undefined)
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await import('../../src/index.js')).toHaveProperty('createClient')
})
