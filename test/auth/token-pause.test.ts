import { expect, it } from 'vitest'
import { coolDown } from '../../src/auth/token-cache.js'

it.each<[string, number | undefined, number | undefined, number, number]>([
  ['begins with half a second', undefined, undefined, 500, 500],
  ['doubles', 500, undefined, 1_000, 1_000],
  ['doubles up to 30 seconds', 16_000, undefined, 30_000, 30_000],
  ['stays there', 30_000, undefined, 30_000, 30_000],
  ['is as long as the endpoint asks', undefined, 7, 500, 7_000],
  ['is not shorter because the endpoint asks for less', 4_000, 1, 8_000, 8_000],
  ['is 5 minutes at most', undefined, 999_999_999, 500, 300_000],
  ['doubles by itself after a wait that was asked for', 500, 300, 1_000, 300_000],
])('the pause after a token that failed %s', (_, previous, asked, delay, wait) => {
  expect(coolDown(previous, { retryAfter: asked })).toEqual({ delay, wait })
})

it.each<[string, number | undefined, number | undefined, number, number]>([
  ['begins with half a second', undefined, undefined, 500, 500],
  ['doubles', 500, undefined, 1_000, 1_000],
  ['doubles up to a second and a half', 1_000, undefined, 1_500, 1_500],
  ['is short again after refusals', 30_000, undefined, 1_500, 1_500],
  ['is as long as the endpoint asks', 500, 20, 1_000, 20_000],
])('the pause after a token server that was away %s', (_, previous, asked, delay, wait) => {
  expect(coolDown(previous, { unreachable: true, retryAfter: asked })).toEqual({ delay, wait })
})
