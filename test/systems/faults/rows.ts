import * as answers from './answers.js'
import * as attacks from './attacks.js'
import * as connections from './connections.js'
import * as contentCodings from './content-codings.js'
import * as escapedSecrets from './escaped-secrets.js'
import * as hostile from './hostile.js'
import * as late from './late.js'
import * as layersBelow from './layers-below.js'
import * as lookalikes from './lookalikes.js'
import * as nested from './nested.js'
import * as random from './random.js'
import * as resends from './resends.js'
import type { Row } from './script.js'
import * as secrets from './secrets.js'
import * as strangeParts from './strange-parts.js'
import * as time from './time.js'
import * as tokenEndpoint from './token-endpoint.js'
import * as tokens from './tokens.js'
import * as told from './told.js'
import * as twoCopies from './two-copies.js'

const groups = [
  ...[connections, answers, tokens, tokenEndpoint, time, hostile, secrets, random],
  ...[resends, lookalikes, strangeParts, escapedSecrets, contentCodings, told],
  ...[layersBelow, twoCopies, late, nested, attacks],
]

/** Every row of the table of faults, in the order of their numbers. */
export const rows: readonly Row[] = groups
  .flatMap((group) => group.rows)
  .sort((one, other) => one.number - other.number)
