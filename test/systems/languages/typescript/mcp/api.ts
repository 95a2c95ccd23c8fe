import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const cwd = import.meta.dirname

/** How Node starts the server, and what a model has to know of its tools. */
const { args, tools, wrapped } = JSON.parse(readFileSync(join(cwd, 'server.json'), 'utf8')) as {
  readonly args: string[]
  /** The names of its tools, by their operations. */
  readonly tools: Record<string, string>
  /** Whether the body is an argument of its own. */
  readonly wrapped: boolean
}

/** Calls its tools, as a model would. */
export function connect(url: string, token: string, services = process.env) {
  const client = new Client({ name: 'languages', version: '0.0.0' })
  const { TOKEN_URL, CLIENT_ID, CLIENT_SECRET } = services as Record<string, string>
  const env = {
    API_BASE_URL: url,
    OAUTH_TOKEN_OAUTH2: token,
    TOKEN_URL: TOKEN_URL!,
    CLIENT_ID: CLIENT_ID!,
    CLIENT_SECRET: CLIENT_SECRET!,
    OPENAPI_SPEC_PATH: 'openapi.json',
    API_HEADERS: `Authorization:Bearer ${token}`,
  }
  const server = { command: process.execPath, args, env, cwd, stderr: 'ignore' } as const
  const started = client.connect(new StdioClientTransport(server))
  const tool = (name: string) => async (body: Record<string, unknown>) => {
    await started
    const call = { name, arguments: wrapped ? { requestBody: body } : body }
    const { content, isError } = await client.callTool(call)
    const [{ text = '' } = {}] = content as { text?: string }[]
    const [, json] = /^(?:API Response \(Status: 200\):\n)?(\{[^]*)$/.exec(text) ?? []
    const answer = JSON.parse(json ?? 'null') as { readonly next_step?: string } | null
    // A server over the client says what to do next, and marks what is an error if it is made with its tools.
    if (answer?.next_step !== undefined && isError !== false) throw new Error(text)
    if (answer !== null) return { status: 200, answer }
    const status = /(?:status code |Status |\()(\d{3})\b/.exec(text)?.[1]
    if (status === undefined) throw new Error(text)
    return { status: Number(status), answer: null }
  }
  const calls = Object.entries(tools).map(([operation, name]) => [operation, tool(name)])
  return { ...Object.fromEntries(calls), close: () => client.close() } as object
}
