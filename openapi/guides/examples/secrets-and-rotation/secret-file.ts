import { readFile } from 'node:fs/promises'
import { clientCredentials } from 'stablecoin-issuer-api'

/** Reads the secret where an orchestrator puts it and replaces it. */
export function fromFile(tokenUrl: string, clientId: string, file: string) {
  return clientCredentials({
    tokenUrl,
    clientId,
    clientSecret: async () => (await readFile(file, 'utf8')).trim(),
  })
}
