import * as deadline from './deadline.js'
import * as gateways from './gateways.js'
import * as longLived from './long-lived.js'
import * as played from './played.js'
import * as resends from './resends.js'
import type { Row } from './script.js'
import * as tokens from './tokens.js'
import * as turns from './turns.js'

const groups = [played, gateways, resends, deadline, turns, tokens, longLived]

/** Every row of the table of faults. */
export const rows: readonly Row[] = groups.flatMap((group) => group.rows)
