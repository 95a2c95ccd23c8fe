import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../../support/run.js'
import { installed } from '../../languages/cache.js'
import { pinned, startControlled, type TokenServer } from '../server.js'

const folder = fileURLToPath(new URL('../spring', import.meta.url))

/** The libraries and the compiled program, made once for what they are made of. */
async function program(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['pom.xml', 'Server.java']) hash.update(await readFile(join(folder, file)))
  return installed(`spring-token-server-${hash.digest('hex').slice(0, 8)}`, async (target) => {
    const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime']
    const jars = join(target, 'jars')
    const mvn = ['mvn', '--quiet', '--batch-mode', '--file', join(folder, 'pom.xml')]
    await must([...mvn, ...copy, `-DoutputDirectory=${jars}`], { cwd: target })
    const options = ['-parameters', '-d', join(target, 'classes'), '-cp', join(jars, '*')]
    await must(['javac', ...options, join(folder, 'Server.java')], { cwd: target })
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
    const command = [
      'java',
      '-XX:TieredStopAtLevel=1',
      '-Xmx256m',
      '-cp',
      classpath,
      'tokens.Server',
    ]
    return startControlled(command, clients, port, '/oauth2/token')
  },
}
