// What the app is told by its environment.
import { readFile } from 'node:fs/promises'
import { clientCredentials } from 'stablecoin-issuer-api'

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export const baseUrl = setting('BASE_URL')
export const tokenUrl = setting('TOKEN_URL')
export const databaseFile = setting('DATABASE')

/** Read anew for each token, so that it can be rotated. */
export const readSecret = async (): Promise<string> =>
  (await readFile(setting('SECRET_FILE'), 'utf8')).trim()

/** One token for all that is made with it. */
export const auth = clientCredentials({ tokenUrl, clientId: 'treasury', clientSecret: readSecret })
