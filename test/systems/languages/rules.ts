import { brokenRules } from '../../support/rules.js'

/** The rules of the tables: the words of openapi/README.md, and those of the full list. */
const inFull = {
  neither: 'neither id nor network and address',
  both: 'id with network and address',
  half: 'crypto_network alone',
  network: 'crypto_network is listed',
  missing: 'profile_id is required',
  number: 'amount is a string',
  pattern: 'amount is not "1."',
  unlisted: 'a field is listed',
  metadata: 'metadata is an object',
  market: 'market is PAXGUSD',
  side: 'side is BUY or SELL',
} as const

export type Rule = keyof typeof inFull

export const rules = Object.keys(inFull) as Rule[]

/** A body that breaks a rule, and the operation that it is for. */
export function bodyAgainst(rule: Rule): { readonly operation: string; readonly body: object } {
  const found = brokenRules.find((one) => one.rule === inFull[rule])
  if (found === undefined) throw new Error(`test/support/rules.ts has no rule "${inFull[rule]}"`)
  return { operation: found.operationId, body: found.body as object }
}
