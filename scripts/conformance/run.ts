import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inFolder } from '../lib/in-folder.js'
import { redoclyWith } from '../lib/redocly.js'
import { contradictions, type Report } from './readings.js'

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
export function runConformance(
  options: ConformanceOptions,
): Promise<{ code: number; output: string }> {
  const { baseUrl, tokenUrl, clientId, clientSecret, inputs, verbose = false } = options
  // The workflow takes the last segment of the token URL as an input of its own. Where there is none, `?` adds nothing.
  const { href } = new URL(tokenUrl)
  const [, before = href.slice(0, -1), endpoint = '?'] =
    /^(https?:\/\/[^/]+.*)\/([^/]+\/?)$/.exec(href) ?? []
  const servers = { service: new URL(baseUrl).href.replace(/\/$/, ''), token: before }
  const credentials = { client_id: clientId, client_secret: clientSecret }
  // In the environment, because other users of the machine can read the arguments of a program.
  const environment = {
    NO_COLOR: '1',
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({
      ...inputs,
      ...credentials,
      token_endpoint: endpoint,
    }),
  }
  return inFolder('conformance', async (folder) => {
    const report = join(folder, 'report.json')
    const { code, stdout, stderr } = await redoclyWith(
      environment,
      ...['respect', workflow, '--json-output', report],
      // No status of a refusal is documented; the workflow says which it takes.
      ...['--severity', 'STATUS_CODE_CHECK=off'],
      ...Object.entries(servers).flatMap(([name, url]) => ['--server', `${name}=${url}`]),
      ...(verbose ? ['--verbose'] : []),
    )
    const found = await Promise.all([workflow, report].map((file) => readFile(file, 'utf8')))
      .then(([written = '', ran = '']) => contradictions(written, JSON.parse(ran) as Report))
      .catch(() => []) // it did not run
    const said = found.map((one) => `The service contradicts a reading of the document: ${one}.`)
    const output = [stdout + stderr, ...said].join('\n')
    return { code, output: output.replaceAll(clientSecret, '********') }
  })
}
