import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../support/run.js'
import { copyDependencies, installedFrom } from '../languages/cache.js'
import { virtualEnvironment } from '../languages/cache.js'
import { pinned, startControlled, type TokenServer } from './server.js'

/** A token server that is a program of ours around a library, in a folder beside this file. */
interface Program extends Omit<TokenServer, 'prepare' | 'start'> {
  /** The path of its token endpoint. */
  readonly path: string
  /** Builds it once for what it is made of, and gives what starts it. */
  readonly command: () => Promise<readonly string[]>
}

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const programs: readonly Program[] = [
  {
    name: 'Authlib',
    version: pinned('authlib/requirements.txt', /authlib==(\S+)/),
    tools: ['python3'],
    path: '/oauth/token',
    command: async () => {
      const place = await virtualEnvironment(
        new URL('authlib/requirements.txt', import.meta.url).href,
      )
      return [join(place, 'python'), fileOf('authlib/server.py')]
    },
  },
  {
    name: 'go-oauth2',
    version: pinned('go-oauth2/go.mod', /oauth2\/v4 v(\S+)/),
    tools: ['go'],
    lacks: { private_key_jwt: 'it has no such method' },
    takesBasicRaw: true,
    path: '/oauth/token',
    command: async () => {
      const files = [fileOf('go-oauth2/main.go'), fileOf('go-oauth2/go.sum')]
      const place = await installedFrom('go-oauth2', files, (target) =>
        must(['go', 'build', '-o', join(target, 'server'), '.'], { cwd: fileOf('go-oauth2') }),
      )
      return [join(place, 'server')]
    },
  },
  {
    name: 'Spring Authorization Server',
    version: pinned('spring/pom.xml', /<spring-authorization-server\.version>([^<]+)/),
    tools: ['java', 'javac', 'mvn'],
    path: '/oauth2/token',
    command: async () => {
      const [pom, source] = [fileOf('spring/pom.xml'), fileOf('spring/Server.java')]
      const place = await installedFrom('spring-token-server', [pom, source], async (target) => {
        const jars = join(target, 'jars')
        await copyDependencies(pom, jars, '-DincludeScope=runtime')
        const options = ['-parameters', '-d', join(target, 'classes'), '-cp', join(jars, '*')]
        await must(['javac', ...options, source], { cwd: target })
      })
      const classpath = [join(place, 'classes'), join(place, 'jars/*')].join(':')
      // It is started more often than it is busy.
      const options = ['-XX:TieredStopAtLevel=1', '-Xmx256m', '-cp', classpath]
      return ['java', ...options, 'tokens.Server']
    },
  },
]

export const startedPrograms = programs.map(({ path, command, ...server }): TokenServer => ({
  ...server,
  prepare: command,
  start: async (clients, port) => startControlled(await command(), clients, port, path),
}))
