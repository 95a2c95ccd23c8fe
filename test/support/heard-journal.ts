import type { CallJournal } from '../../src/options.js'

/** A journal that keeps nothing, and tells what it hears. */
export const heard = (hear: (what: string) => void): CallJournal => ({
  assertLeased: () => undefined,
  begin: ({ operation, attempt }) => {
    hear(`${operation.id} ${attempt}`)
    return Promise.resolve({ is: 'recorded' })
  },
  end: (_, outcome) => {
    hear(outcome)
    return Promise.resolve()
  },
})
