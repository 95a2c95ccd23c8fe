import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { virtualEnvironment } from '../../languages/virtual-environment.js'
import { pinned, startControlled, type TokenServer } from '../server.js'

const place = (name: string): URL => new URL(`../authlib/${name}`, import.meta.url)

const prepare = (): Promise<string> => virtualEnvironment(place('requirements.txt').href)

export const authlib: TokenServer = {
  name: 'Authlib',
  version: pinned('authlib/requirements.txt', /authlib==(\S+)/),
  tools: ['python3'],
  prepare,
  start: async (clients, port) => {
    const command = [join(await prepare(), 'python'), fileURLToPath(place('server.py'))]
    return startControlled(command, clients, port, '/oauth/token')
  },
}
