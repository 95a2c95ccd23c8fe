import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Answer } from './answer.js'

const names = ['putCryptoDestinationAddress', 'createStablecoinConversion', 'createIssuerQuote']

const { TOKEN_URL, CLIENT_ID, CLIENT_SECRET } = process.env as Record<string, string>
const credentials = { TOKEN_URL: TOKEN_URL!, CLIENT_ID: CLIENT_ID!, CLIENT_SECRET: CLIENT_SECRET! }

/** Starts the generated server, and gives its tools. */
export function connect(baseUrl: string, token: string) {
  const client = new Client({ name: 'languages', version: '0.0.0' })
  const started = (async () => {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: JSON.parse(readFileSync('arguments.json', 'utf8')) as string[],
        env: { API_BASE_URL: baseUrl, OAUTH_TOKEN_OAUTH2: token, ...credentials },
        stderr: 'ignore',
      }),
    )
    const { tools } = await client.listTools()
    const found = tools.map(({ name }) => name)
    if (found.join() !== names.join()) throw new Error(`its tools are ${found.join()}`)
  })()
  const tool =
    (name: string) =>
    async (requestBody: unknown): Promise<Answer> => {
      await started
      const { content } = await client.callTool({ name, arguments: { requestBody } })
      const [{ text = '' } = {}] = content as { text?: string }[]
      const [, status, body] = /^API Response \(Status: (\d+)\):\n([^]*)$/.exec(text) ?? []
      if (body !== undefined) return { status: Number(status), data: JSON.parse(body) as unknown }
      const error = /^API Error: Status (\d+)/.exec(text)?.[1]
      if (error === undefined) throw new Error(text)
      return { status: Number(error), data: undefined }
    }
  const [put, convert, quote] = names.map(tool)
  return { put: put!, convert: convert!, quote: quote!, close: () => client.close() }
}
