// A client that logs.
import pino from 'pino'
import { createClient } from 'stablecoin-issuer-api'
import { auth, baseUrl } from './settings.js'

export const log = pino()
export const logged = createClient({
  baseUrl,
  auth,
  onEvent: ({ type, ...fields }) => {
    log.info(fields, type)
  },
})
