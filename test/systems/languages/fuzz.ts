/** Lets schemathesis, which makes cases from the document, look for answers of the mock that break it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missing, run } from '../../support/run.js'
import { conclude, inFolder } from '../../support/runs.js'
import { startServices } from './services.js'
import { fetchToken } from './token.js'
import { virtualEnvironment } from './virtual-environment.js'

const document = fileURLToPath(new URL('../../../generated/openapi.json', import.meta.url))

async function fuzz(folder: string): Promise<boolean> {
  const bin = await virtualEnvironment('schemathesis.txt')
  const services = await startServices()
  try {
    const { BASE_URL = '' } = services.env
    const token = await fetchToken(services.env)
    const target = [document, '--url', BASE_URL, '--header', `Authorization: Bearer ${token}`]
    // The same cases each time: a run that fails can be repeated.
    const cases = ['--max-examples', '500', '--seed', '1', '--generation-database', 'none']
    // The service's documentation shows no other status than 200, so any refusal is one that the document lacks.
    const checks = ['--checks', 'all', '--exclude-checks', 'status_code_conformance']
    const options = [...checks, '--continue-on-failure', '--no-color']
    const command = [join(bin, 'st'), 'run', ...target, ...cases, ...options]
    const { code, stdout } = await run(command, { cwd: folder })
    process.stdout.write(stdout)
    return code === 0
  } finally {
    await services.stop()
  }
}

const absent = await missing(['python3'])
if (absent.length > 0) console.log(`skipped: no ${absent.join(', ')}`)
const isSkipped = absent.length > 0
conclude(!isSkipped && !(await inFolder('fuzz', fuzz)), isSkipped)
