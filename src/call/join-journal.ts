import type { Reader } from '../operation.js'
import type { Setup } from '../options.js'
import { createRead } from './client-call.js'
import { readerOf } from './look-up.js'

/** Lets a journal look up calls of this client's account by the links of its provider, if there are any. */
export function joinJournal(setup: Setup): void {
  const { base, operations } = setup
  const { journal, totalTimeout } = setup.options
  if (!journal) return
  /** A reader for one look-up, all pages of which have `totalTimeout` together. */
  const begin = (): Reader => {
    const end = performance.now() + totalTimeout
    const options = () => ({ totalTimeout: Math.max(end - performance.now(), 1) })
    return readerOf(setup, {}, createRead(setup, {}, options))
  }
  const hasLink = Object.values(operations).some(({ lookUp }) => lookUp)
  const reader: Reader = { ...begin(), follow: (...request) => begin().follow(...request) }
  journal.join(base, hasLink ? reader : undefined)
}
