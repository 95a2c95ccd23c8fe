import { followLink } from '../document/link.js'
import type { Read, Reader } from '../operation.js'
import type { Setup } from '../options.js'
import { type HeaderFields, namingAccount } from '../shared/headers.js'
import { memberOf } from '../shared/json.js'

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
