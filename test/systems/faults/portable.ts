import * as answers from './answers.js'
import * as connections from './connections.js'
import type { Row } from './script.js'
import * as tokens from './tokens.js'

/** The rows that every runtime has to pass, ● in the table of faults. */
export const portable: readonly Row[] = [answers, connections, tokens]
  .flatMap((group) => group.portable)
  .sort((a, b) => a.number - b.number)
