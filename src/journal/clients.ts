import type { Reader } from '../operation.js'

/** Clients with headers of their own, such as one for each request, of which a process may make many. */
const maxReaders = 100

export type Clients = ReturnType<typeof createClients>

/** The look-ups of the clients of a journal, by their account, and then by their headers, which may name another. */
export function createClients() {
  const accounts = new Map<string, Map<string, Reader>>()
  return {
    has: (account: string): boolean => accounts.has(account),
    isEmpty: (): boolean => accounts.size === 0,
    add: (account: string, reader: Reader | undefined): void => {
      const readers = accounts.get(account) ?? new Map<string, Reader>()
      accounts.set(account, readers)
      if (!reader) return
      const headers = JSON.stringify(Object.entries(reader.headers).sort())
      // The last client has the newest token.
      readers.delete(headers)
      readers.set(headers, reader)
      const [oldest = ''] = readers.keys()
      if (readers.size > maxReaders) readers.delete(oldest)
    },
    /** Those of an account, the newest first. */
    of: (account: string): readonly Reader[] =>
      [...(accounts.get(account)?.values() ?? [])].reverse(),
  }
}
