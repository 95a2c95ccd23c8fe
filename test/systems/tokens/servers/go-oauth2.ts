import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../../support/run.js'
import { installedFrom } from '../../languages/cache.js'
import { pinned, startControlled, type TokenServer } from '../server.js'

const folder = fileURLToPath(new URL('../go-oauth2', import.meta.url))

/** The program, built once for what it is made of. */
async function program(): Promise<string> {
  const files = ['main.go', 'go.sum'].map((file) => join(folder, file))
  const place = await installedFrom('go-oauth2', files, (target) =>
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
