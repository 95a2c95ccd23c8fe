// A client that sends nothing that was not written down first.
import { createClient } from 'stablecoin-issuer-api'
import { log } from './logged.js'
import * as orders from './orders.js'
import { auth, baseUrl } from './settings.js'

export const recorded = createClient({
  baseUrl,
  auth,
  timeout: 2_000,
  beforeSend: ({ refId = '', call, body = '' }) => orders.record(refId, call, body),
  onEvent: ({ type, ...fields }) => {
    log.info(fields, type)
    if ('outcome' in fields) orders.end(fields.call, fields.outcome)
  },
})
