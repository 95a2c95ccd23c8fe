/** Lets schemathesis, which makes cases from the document, look for answers of the mock that break it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import { tryAll } from '../../support/trials.js'
import { virtualEnvironment } from './cache.js'
import { startServices } from './services.js'

const document = fileURLToPath(new URL('../../../generated/openapi.json', import.meta.url))

async function fuzz(folder: string): Promise<void> {
  const bin = await virtualEnvironment('schemathesis.txt')
  const services = await startServices()
  try {
    const { BASE_URL = '', TOKEN = '' } = services.env
    const target = [document, '--url', BASE_URL, '--header', `Authorization: Bearer ${TOKEN}`]
    // The same cases each time: a run that fails can be repeated.
    const cases = ['--max-examples', '500', '--seed', '1', '--generation-database', 'none']
    // The service's documentation shows no other status than 200, so any refusal is one that the document lacks.
    const checks = ['--checks', 'all', '--exclude-checks', 'status_code_conformance']
    const options = [...checks, '--continue-on-failure', '--no-color']
    const command = [join(bin, 'st'), 'run', ...target, ...cases, ...options]
    const { code, stdout } = await run(command, { cwd: folder })
    process.stdout.write(stdout)
    if (code !== 0) throw new Error(`it ended with ${code}`)
  } finally {
    await services.stop()
  }
}

await tryAll([{ title: 'schemathesis', tools: ['python3'], run: () => inFolder('fuzz', fuzz) }], [])
