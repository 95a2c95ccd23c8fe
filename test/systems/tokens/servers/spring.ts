import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../../support/run.js'
import { copyDependencies, installedFrom } from '../../languages/cache.js'
import { pinned, startControlled, type TokenServer } from '../server.js'

const folder = fileURLToPath(new URL('../spring', import.meta.url))

/** The libraries and the compiled program, made once for what they are made of. */
function program(): Promise<string> {
  const [pom, source] = [join(folder, 'pom.xml'), join(folder, 'Server.java')]
  return installedFrom('spring-token-server', [pom, source], async (target) => {
    const jars = join(target, 'jars')
    await copyDependencies(pom, jars, '-DincludeScope=runtime')
    const options = ['-parameters', '-d', join(target, 'classes'), '-cp', join(jars, '*')]
    await must(['javac', ...options, source], { cwd: target })
  })
}

export const spring: TokenServer = {
  name: 'Spring Authorization Server',
  version: pinned('spring/pom.xml', /<spring-authorization-server\.version>([^<]+)/),
  tools: ['java', 'javac', 'mvn'],
  prepare: program,
  start: async (clients, port) => {
    const place = await program()
    const classpath = [join(place, 'classes'), join(place, 'jars/*')].join(':')
    // It is started more often than it is busy.
    const options = ['-XX:TieredStopAtLevel=1', '-Xmx256m', '-cp', classpath]
    return startControlled(['java', ...options, 'tokens.Server'], clients, port, '/oauth2/token')
  },
}
