import { followLink } from '../document/link.js'
import type { Follow } from '../operation.js'
import type { Setup } from '../options.js'
import { memberOf } from '../shared/json.js'
import { readsBy } from './client-call.js'

/** Lets a journal look up calls of this client's account by the links of its provider, if there are any. */
export function joinJournal(setup: Setup): void {
  const { base, operations } = setup
  const { journal, totalTimeout, maxRetries } = setup.options
  if (!journal) return
  const follow: Follow = (id, input, since) => {
    const end = performance.now() + totalTimeout
    const read = readsBy(setup, {}, () => ({
      totalTimeout: Math.max(end - performance.now(), 1),
      // A read may be repeated, also behind a gateway that repeats requests.
      maxRetries: maxRetries || undefined,
    }))
    const link = memberOf(operations, id)?.lookUp
    return link && followLink(link, operations, read, input, since)
  }
  const hasLink = Object.values(operations).some(({ lookUp }) => lookUp)
  journal.join(base, hasLink ? follow : undefined)
}
