import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { redoclyWith } from '../redocly.js'

export interface ConformanceOptions {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly inputs: Record<string, string>
  /** Prints each request and response, not only what failed. */
  readonly verbose?: boolean
}

const workflow = 'openapi/conformance.arazzo.yaml'

/** Runs the workflow, and returns what is to be printed; the secret and the tokens are masked in it. */
export async function runConformance(
  options: ConformanceOptions,
): Promise<{ code: number; output: string }> {
  const { baseUrl, tokenUrl, clientId, clientSecret, inputs, verbose = false } = options
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    // Redocly takes no expression for these two addresses: they are written into a copy.
    const text = (await readFile(workflow, 'utf8'))
      .replaceAll('https://auth.example.com/oauth2/token', new URL(tokenUrl).href)
      .replaceAll('../generated/openapi.yaml', resolve('generated/openapi.yaml'))
    const file = join(folder, 'conformance.arazzo.yaml')
    await writeFile(file, text)
    const credentials = { client_id: clientId, client_secret: clientSecret }
    // In the environment, because other users of the machine can read the arguments of a program.
    const environment = {
      NO_COLOR: '1',
      REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ ...inputs, ...credentials }),
    }
    const { code, stdout, stderr } = await redoclyWith(
      environment,
      ...['respect', file, '--server', `service=${new URL(baseUrl).href.replace(/\/$/, '')}`],
      ...(verbose ? ['--verbose'] : []),
    )
    const output = (stdout + stderr)
      .replaceAll(`${folder}/`, '')
      .replaceAll(clientSecret, '********')
    return { code, output }
  } finally {
    await rm(folder, { recursive: true })
  }
}
