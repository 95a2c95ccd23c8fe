import { createRequire } from 'node:module'
import { join } from 'node:path'
import { redoclyVersion } from '../../../scripts/lib/redocly.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { run } from '../../support/run.js'
import { type Check, Skipped } from './check.js'

/** What a user has to say: the rest is defaulted. */
const inputs = {
  client_id: mockClient.id,
  client_secret: mockClient.secret,
  profile_id: '0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77',
  ref_id: 'package-0001',
}

/** Runs the workflow as a user does who has the package and npm, and nothing of this repository. */
export const workflow: Check = {
  about: 'workflow',
  async run({ project }) {
    const file = createRequire(join(project, 'package.json')).resolve(
      'stablecoin-issuer-api/conformance.arazzo.yaml',
    )
    const mock = await startMock()
    try {
      const servers = { service: mock.url, token: mock.tokenUrl.replace(/\/token$/, '') }
      const command = ['npx', '--yes', '--prefer-offline', `@redocly/cli@${redoclyVersion}`]
      const options = Object.entries(servers).flatMap(([name, url]) => ['-S', `${name}=${url}`])
      options.push('--severity', 'STATUS_CODE_CHECK=off')
      const { code, output } = await run([...command, 'respect', file, ...options], {
        cwd: project,
        env: {
          ...{ NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
          REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
        },
      })
      const why = /npm error code (E\w+)/.exec(output)?.[1]
      if (why !== undefined) throw new Skipped(`@redocly/cli could not be fetched (${why})`)
      const steps = /Steps: (\d+) passed, (?:\d+ ignored, )?(\d+) total/.exec(output)
      if (code !== 0 || steps === null || steps[1] !== steps[2]) throw new Error(output)
      return `npx @redocly/cli respect passes ${steps[1] ?? ''} steps against the mock`
    } finally {
      await mock.stop()
    }
  },
}
