/** A model that calls a tool again after each error, and how many conversions are made twice if answers are lost. */
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { scopes } from '../../../generated/index.js'
import { markdownTable } from '../../../scripts/lib/record.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { missing, root } from '../../support/run.js'
import { type Call, type Habit, habits, playModel, twice } from '../../support/scripted-model.js'
import { type Row, withPrograms } from './row.js'
import {
  copyGuide,
  generated,
  generatedServer,
  guardedServer,
  makeServer,
  mcpRows,
  ownServer,
} from './rows/mcp.js'
import { fetchToken } from './token.js'

/** Found by these words, though it makes no row of the table. */
export const lostAnswers: Row = {
  ...(mcpRows[0] as Row),
  generator: 'a model that calls again after lost answers',
}

const orders = 100
const operation = 'createStablecoinConversion'

interface Server {
  readonly title: string
  /** How Node starts it. */
  readonly args: readonly string[]
  /** The arguments of its tool for a body. */
  readonly argumentsOf: (body: object) => Record<string, unknown>
  readonly isError: (result: Result) => boolean
  /** How many conversions it makes twice. */
  readonly isExpected: (count: number) => boolean
}

interface Result {
  readonly isError?: boolean
  readonly structuredContent?: { readonly next_step?: string }
  readonly content: readonly { readonly text: string }[]
}

const generatedTool = {
  argumentsOf: (requestBody: object) => ({ requestBody }),
  isError: ({ content }: Result) =>
    content[0]?.text.startsWith('API Response (Status: 200)') !== true,
}
const servers: readonly Server[] = [
  {
    ...generatedTool,
    title: `openapi-mcp-generator ${generated.version}`,
    args: generatedServer,
    isExpected: (count) => count > orders / 2,
  },
  {
    ...generatedTool,
    title: 'openapi-mcp-generator with the guard',
    args: guardedServer,
    isExpected: (count) => count === 0,
  },
  {
    title: 'a server of your own',
    args: ownServer,
    argumentsOf: (body) => ({ ...body }),
    isError: ({ isError, structuredContent }) => {
      if (structuredContent?.next_step === undefined) throw new Error('a result has no next step')
      return isError === true
    },
    isExpected: (count) => count === 0,
  },
]

/** The result for all servers. */
export interface LostAnswersFinding {
  readonly absent?: readonly string[]
  readonly failure?: string
  readonly table?: string
}

/** Lets a model meet each server, whose first answer to each conversion is lost. */
export async function meetLostAnswers(): Promise<LostAnswersFinding> {
  const absent = await missing(['npm'])
  if (absent.length > 0) return { absent }
  const place = await generated.install()
  return withPrograms([], undefined, async (work) => {
    const rows = []
    const unexpected = []
    const modules = join(work.folder, 'node_modules')
    await symlink(join(place, 'node_modules'), modules)
    await makeServer(work, place)
    await copyGuide(work.folder)
    for (const server of servers) {
      // The generated server needs zod 3, and the guide has zod 4.
      if (server.args === ownServer) {
        await rm(modules)
        await symlink(join(root, 'node_modules'), modules)
      }
      const counts = []
      for (const habit of Object.keys(habits) as Habit[]) {
        const count = await play(server, habit, work.folder)
        counts.push(`${count} of ${orders}`)
        if (!server.isExpected(count)) unexpected.push(`${server.title}, ${habit}: ${count}`)
      }
      rows.push([server.title, ...counts])
    }
    const table = markdownTable(['Converted twice by', ...Object.keys(habits)], rows)
    return unexpected.length > 0 ? { table, failure: unexpected.join('; ') } : { table }
  }).catch((error: unknown) => ({ failure: String(error) }))
}

/** How many conversions a model makes twice. */
async function play({ args, argumentsOf, isError }: Server, habit: Habit, cwd: string) {
  const amounts: unknown[] = []
  const mock = await startMock({
    onRequest: ({ url }, body) => {
      if (url?.endsWith('/stablecoins'))
        amounts.push((JSON.parse(body.toString()) as { amount: string }).amount)
    },
  })
  const credentials = { CLIENT_ID: mockClient.id, CLIENT_SECRET: mockClient.secret }
  const addresses = { API_BASE_URL: mock.url, TOKEN_URL: mock.tokenUrl }
  const SCOPE = scopes.join(' ')
  const env = {
    ...credentials,
    ...addresses,
    OAUTH_TOKEN_OAUTH2: await fetchToken({ ...credentials, ...addresses, SCOPE }),
  }
  const client = new Client({ name: 'model', version: '0.0.0' })
  const command = process.execPath
  try {
    await client.connect(
      new StdioClientTransport({ command, args: [...args], env, cwd, stderr: 'ignore' }),
    )
    const call: Call = async (body) => {
      const result = await client.callTool({ name: operation, arguments: argumentsOf(body) })
      return isError(result as unknown as Result) ? result : undefined
    }
    await playModel(call, orders, habit, () => mock.next(operation, 'broken'))
    if (new Set(amounts).size !== orders) throw new Error(`${new Set(amounts).size} orders came`)
    return twice(amounts)
  } finally {
    await client.close()
    await mock.stop()
  }
}
