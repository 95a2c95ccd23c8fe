import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../../support/run.js'
import { installed } from '../../languages/cache.js'
import { pinned, startControlled, type TokenServer } from '../server.js'

const folder = fileURLToPath(new URL('../go-oauth2', import.meta.url))

/** The program, built once for what it is made of. */
async function program(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['main.go', 'go.sum']) hash.update(await readFile(join(folder, file)))
  const place = await installed(`go-oauth2-${hash.digest('hex').slice(0, 8)}`, (target) =>
    must(['go', 'build', '-o', join(target, 'server'), '.'], { cwd: folder }),
  )
  return join(place, 'server')
}

export const goOauth2: TokenServer = {
  name: 'go-oauth2',
  version: pinned('go-oauth2/go.mod', /oauth2\/v4 v(\S+)/),
  tools: ['go'],
  lacks: { private_key_jwt: 'it has no such method' },
  takesBasicRaw: true,
  prepare: program,
  start: async (clients, port) => startControlled([await program()], clients, port, '/oauth/token'),
}
