import * as played from './played.js'
import type { Row } from './script.js'
import * as tokens from './tokens.js'

/** The rows that every runtime has to pass: what they import runs in all of them. */
export const portable: readonly Row[] = [...played.rows, ...tokens.rows].filter(
  ({ everywhere }) => everywhere,
)
