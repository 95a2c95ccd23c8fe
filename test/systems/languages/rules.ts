/** One body for each rule: who refuses it is what a row of the table reports. */
export const rules = [
  'neither', // no identification of the address at all
  'both', // id together with address
  'half', // crypto_network without address
  'network', // a network that is not listed
  'missing', // a conversion without profile_id
  'number', // an amount that is a number
  'pattern', // the amount "1."
  'unlisted', // a misspelt field, refid
  'metadata', // metadata that is no object
  'market', // a market that is not supported
  'side', // a side that is not listed
] as const

export type Rule = (typeof rules)[number]

/** `nobody` is a body that the generator could not make break the rule, or that went through. */
export type Refuser = 'types' | 'client' | 'mock' | 'nobody'
