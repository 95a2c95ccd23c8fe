/** Measures the checks of the request bodies, in a process of its own. */
import { measure } from 'mitata'
import { operations } from '../../../generated/operations.js'
import { createCheck } from '../../../src/document/create-check.js'
import { prepare } from '../../../src/document/prepare.js'
import { endWhenTold, type ExampleCall } from './calls.js'

endWhenTold()

type Body = Readonly<Record<string, unknown>>
const letters = (length: number): string => 'x'.repeat(length)
const digits = (length: number): string => '7'.repeat(length)

/** The field of each body that gets a text of some length, and what makes that body invalid. */
const places: readonly [id: string, field: string, valid: Text, invalid: (n: number) => Body][] = [
  ['putCryptoDestinationAddress', 'nickname', letters, (n) => ({ crypto_network: letters(n) })],
  ['createStablecoinConversion', 'amount', digits, (n) => ({ amount: `${digits(n - 1)}x` })],
  ['createStablecoinConversion', 'source_asset', letters, () => ({ amount: 12.5 })],
  ['createIssuerQuote', 'base_amount', digits, (n) => ({ side: letters(n) })],
]
type Text = (length: number) => string

/** Nanoseconds for a body with one field of each length. */
export interface ValidationRow {
  readonly title: string
  readonly isValid: boolean
  /** Of the generated validator alone. */
  readonly validator: number[]
  /** Of all that a call does with a body before it is sent, its serialisation included. */
  readonly whole: number[]
}

interface Work {
  readonly calls: readonly ExampleCall[]
  readonly lengths: readonly number[]
  readonly milliseconds: number
}

export async function all(work: Work): Promise<ValidationRow[]> {
  // The first pass lets the engine compile the checks, and is not counted.
  await rows({ ...work, milliseconds: 0 })
  return rows(work)
}

async function rows({ calls, lengths, milliseconds }: Work): Promise<ValidationRow[]> {
  const median = async (run: () => unknown): Promise<number> =>
    (await measure(run, { min_cpu_time: milliseconds * 1e6, batch_samples: 512, gc: false })).p50
  const found: ValidationRow[] = []
  for (const [id, field, text, broken] of places)
    for (const isValid of [true, false]) {
      const title = `${id}, ${field}${isValid ? '' : ', invalid'}`
      const row: ValidationRow = { title, isValid, validator: [], whole: [] }
      found.push(row)
      const operation = operations[id]
      if (operation?.request === undefined) throw new Error(`${id} has no validator`)
      const { validate } = createCheck(operation.request)
      const example = calls.find((call) => call.operationId === id)?.body
      for (const length of lengths) {
        const body = { ...example, [field]: text(length), ...(isValid ? {} : broken(length)) }
        if (validate(body) !== isValid) throw new Error(`${id}: the validator is wrong`)
        const check = (): unknown => prepare(operation, body, true)
        row.validator.push(await median(() => validate(body)))
        row.whole.push(await median(check))
      }
    }
  return found
}
