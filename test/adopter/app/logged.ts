// A client that logs.
import { createClient } from 'stablecoin-issuer-api'
import { auth, baseUrl } from './settings.js'

// README: from 'pino'

export { log, logged }
