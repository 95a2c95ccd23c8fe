import { followLink } from '../document/link.js'
import type { Read, Reader } from '../operation.js'
import type { CallOptions, Setup } from '../options.js'
import { type HeaderFields, namingAccount } from '../shared/headers.js'
import { memberOf } from '../shared/json.js'

/**
 * Reads by calls of a client, which have these headers beside the client's own, and options of their own each. Their events name the
 * call that they look up.
 */
export type ReadsBy = (
  setup: Setup,
  headers: HeaderFields,
  options: () => Partial<CallOptions>,
  lookedUp?: string,
) => Read

/** Looks up requests by the links of a client, in reads that have these headers beside the client's own. */
export function readerOf(
  { operations, options }: Setup,
  headers: HeaderFields,
  read: Read,
): Reader {
  return {
    operations,
    headers: namingAccount(options.headers ?? {}),
    ownHeaders: namingAccount(headers),
    follow: (id, input, since) => {
      const link = memberOf(operations, id)?.lookUp
      return link && followLink(link, operations, read, input, since)
    },
  }
}
