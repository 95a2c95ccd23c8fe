import * as answers from './answers.js'
import * as connections from './connections.js'
import type { Row } from './script.js'
import * as tokens from './tokens.js'

/** The rows that every runtime has to pass: what they import runs in all of them. */
export const portable: readonly Row[] = [connections, answers, tokens]
  .flatMap(({ rows }) => rows)
  .filter(({ everywhere }) => everywhere)
