// The client of the app: it logs, and sends no conversion that was not written down first.
import { readFile } from 'node:fs/promises'
import pino from 'pino'
import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import * as orders from './orders.js'

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export const log = pino()
export const baseUrl = setting('BASE_URL')

/** The secret is read anew for each token, so that it can be rotated. */
export const auth = clientCredentials({
  tokenUrl: setting('TOKEN_URL'),
  clientId: 'treasury',
  clientSecret: async () => (await readFile(setting('SECRET_FILE'), 'utf8')).trim(),
})

export const client = createClient({
  baseUrl,
  auth,
  timeout: 2_000,
  beforeSend: ({ refId, call, body = '' }) =>
    refId === undefined ? undefined : orders.record(refId, call, body),
  onEvent: ({ type, ...fields }) => {
    log.info(fields, type)
    if ('outcome' in fields) orders.end(fields.call, fields.outcome)
  },
})
