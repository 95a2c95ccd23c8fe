import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { acme, acmeFolder } from '../../support/provider/acme.js'
import { missing, must } from '../../support/run.js'
import type { NextFinding } from './next-operation.js'
import { type Row, withPrograms } from './row.js'
import { oapiCodegen } from './rows/go.js'
import { openapiGeneratorJava } from './rows/java.js'
import { openapiPythonClient } from './rows/python.js'
import { fetchToken } from './token.js'

const rows = { go: oapiCodegen, python: openapiPythonClient, java: openapiGeneratorJava }

/** Clients of a provider's document, each with a program that makes, reads, lists and cancels a parcel. */
export const providerClients: readonly Row[] = Object.entries(rows).map(([folder, row]) => ({
  ...row,
  generator: `${row.generator}, a provider's document`,
  folders: [...row.folders, `${folder}/provider`],
}))

/** Generates a client of the YAML of a provider's folder, compiles it, and runs its program against the mock. */
export async function callProvider(row: Row): Promise<NextFinding> {
  const absent = await missing(row.tools)
  if (absent.length > 0) return { absent }
  return makeCalls(row).then(
    () => ({}),
    (error: unknown) => ({ failure: String(error) }),
  )
}

async function makeCalls(row: Row): Promise<void> {
  const [folder, provider] = [await acmeFolder(), await acme()]
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as object
  const mock = await startMock({ provider, document })
  const BASE_URL = mock.url
  try {
    const { id: CLIENT_ID, secret: CLIENT_SECRET } = mockClient
    const named = { CLIENT_ID, CLIENT_SECRET, SCOPE: provider.scopes.join(' ') }
    const TOKEN = await fetchToken({ TOKEN_URL: mock.tokenUrl, ...named })
    await withPrograms(row.folders, join(folder, 'openapi.yaml'), async (work) => {
      const { compile, calls } = await row.make(work)
      for (const command of compile) await must(command, { cwd: work.folder })
      const { stdout } = await must(calls, { cwd: work.folder, env: { BASE_URL, TOKEN } })
      if (!/^(\S{36})(?: \1){3}\n$/.test(stdout)) throw new Error(`it found ${stdout}`)
    })
  } finally {
    await mock.stop()
  }
}
