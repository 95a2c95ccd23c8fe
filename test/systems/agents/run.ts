/**
 * Makes calls under agents that watch fetch and undici: what becomes of them, what is added to them, what is recorded.
 * Words choose among the agents.
 */
import { cp, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { startMock } from '../../../src/mock/server.js'
import { listen } from '../../support/listen.js'
import { freePort } from '../../support/processes.js'
import { root } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import { printedBy, type Trial, trialsTable, tryAll } from '../../support/trials.js'
import { npmPackages } from '../languages/cache.js'
import { nodeProgram } from '../runtimes/node.js'

const own = /traceparent|tracestate|baggage|sentry|datadog/

interface Agent {
  readonly title: string
  readonly node: string
  readonly packages: readonly string[]
  /** Its name in agent.js. */
  readonly name: string
  readonly options?: object
  readonly env?: Readonly<Record<string, string>>
  readonly headers: readonly string[]
  /** Whether it records these, of the token, the secret, the profile in the body and the `ref_id`. */
  readonly recorded: readonly string[]
}

const otel = {
  title: '@opentelemetry/instrumentation-undici 0.33.0',
  node: '24.21.0',
  packages: [
    ...['@opentelemetry/api@1.9.1', '@opentelemetry/instrumentation-undici@0.33.0'],
    ...['@opentelemetry/instrumentation@0.223.0', '@opentelemetry/sdk-trace-node@2.12.0'],
  ],
  name: 'otel',
  headers: ['traceparent'],
  recorded: [],
}
const datadog = {
  title: 'dd-trace 6.21.0',
  node: '24.21.0',
  packages: ['dd-trace@6.21.0'],
  name: 'datadog',
  headers: [
    ...['traceparent', 'tracestate', 'x-datadog-parent-id', 'x-datadog-sampling-priority'],
    ...['x-datadog-tags', 'x-datadog-trace-id'],
  ],
  recorded: [],
}
const sentry = {
  title: '@sentry/node 11.12.0',
  node: '24.21.0',
  packages: ['@sentry/node@11.12.0'],
  name: 'sentry',
  headers: ['baggage', 'sentry-trace'],
  recorded: ['ref_id'],
}
const named = ['authorization']
const agents: readonly Agent[] = [
  otel,
  {
    ...otel,
    title: `${otel.title}, headersToSpanAttributes`,
    options: { headersToSpanAttributes: { requestHeaders: named } },
    recorded: ['token'],
  },
  datadog,
  { ...datadog, title: 'dd-trace 5.132.0', packages: ['dd-trace@5.132.0'], node: '20.20.2' },
  {
    ...datadog,
    title: `${datadog.title}, DD_TRACE_HEADER_TAGS`,
    env: { DD_TRACE_HEADER_TAGS: 'authorization' },
    recorded: ['token'],
  },
  {
    ...datadog,
    title: `${datadog.title}, no propagation`,
    env: { DD_TRACE_PROPAGATION_STYLE_INJECT: 'none' },
    headers: [],
  },
  sentry,
  { ...sentry, title: `${sentry.title}, headersToSpanAttributes`, options: { headers: named } },
  {
    ...sentry,
    title: `${sentry.title}, includeLocalVariables`,
    options: { includeLocalVariables: true },
    recorded: ['profile_id', 'ref_id'],
  },
  {
    ...sentry,
    title: `${sentry.title}, no variables and no propagation`,
    options: {
      includeLocalVariables: true,
      dataCollection: { stackFrameVariables: false },
      tracePropagationTargets: [],
    },
    headers: [],
  },
]

/** A quote, an address whose first answer is 503, a conversion whose answer is lost, and a connection that is refused. */
const ends = 'succeeded 1, succeeded 2, unknown 1, not_sent 3'

async function tryAgent(agent: Agent, transport: string): Promise<string[]> {
  const place = await npmPackages(
    `agent-${agent.packages.join('-').replaceAll(/[@/]/g, '-')}`,
    ...agent.packages,
  )
  const added = new Set<string>()
  const mock = await startMock({
    onRequest: ({ headers }) => {
      for (const name of Object.keys(headers)) if (own.test(name)) added.add(name)
    },
  })
  mock.next('putCryptoDestinationAddress', { status: 503 })
  mock.next('createStablecoinConversion', 'broken')
  const sentToAgent: string[] = []
  const ddAgent = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      if (request.url?.includes('traces')) sentToAgent.push(bytes.toString('latin1'))
      response.setHeader('Content-Type', 'application/json')
      response.end('{"rate_by_service":{}}')
    })
  })
  const local = await listen(ddAgent)
  try {
    return await inFolder('agents', async (cwd) => {
      for (const file of ['program.js', 'agent.js'])
        await cp(join(root, 'test/systems/agents', file), join(cwd, file))
      await symlink(join(place, 'node_modules'), join(cwd, 'node_modules'))
      await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
      const built = (name: string) => pathToFileURL(join(root, 'dist/src', name)).href
      const env = {
        CLIENT: built('index.js'),
        UNDICI: built('undici.js'),
        BASE_URL: mock.url,
        TOKEN_URL: mock.tokenUrl,
        CLOSED_URL: `http://127.0.0.1:${await freePort()}`,
        TRANSPORT: transport,
        AGENT: agent.name,
        AGENT_OPTIONS: JSON.stringify(agent.options ?? {}),
        DD_TRACE_AGENT_URL: local.url,
        DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
        DD_REMOTE_CONFIGURATION_ENABLED: 'false',
        ...agent.env,
      }
      const node = await nodeProgram(agent.node)
      const command = [node, '--import', './agent.js', 'program.js']
      const printed = (await printedBy<Printed>(command, { cwd, env })).at(-1)
      const recorded = [printed?.recorded, ...sentToAgent].join()
      if (printed === undefined || recorded.length < 500)
        throw new Error('the agent recorded nothing')
      const values = {
        token: printed.token,
        secret: 'mock-secret',
        profile_id: 'profile-of-ours',
        ref_id: 'ref-of-ours',
      }
      const found = Object.entries(values).filter(([, value]) => recorded.includes(value))
      return [
        printed.ends.join(', '),
        [...added].sort().join(', '),
        found.map(([name]) => name).join(', '),
      ]
    })
  } finally {
    local.stop()
    await mock.stop()
  }
}

interface Printed {
  readonly ends: readonly string[]
  readonly token: string
  readonly recorded: string
}

const trials = agents.flatMap((agent) =>
  ['fetch', 'undici'].map((transport): Trial => {
    const expected = [ends, agent.headers.join(', '), agent.recorded.join(', ')]
    return {
      title: `${agent.title}, ${transport}`,
      names: [agent.title, agent.node, transport],
      run: () => tryAgent(agent, transport),
      problems: (seen) =>
        seen.join('|') === expected.join('|')
          ? []
          : [`${seen.join('; ')}, not ${expected.join('; ')}`],
    }
  }),
)
const { tried } = await tryAll(trials, process.argv.slice(2), 1)
const head = ['Agent', 'Node.js', 'Over', 'Outcomes', 'Adds', 'Records']
console.log(`\n${trialsTable(head, tried)}`)
