import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Answer } from './answer.js'

/** It shortens the names of operations. */
const names = ['put-crypto-destination-address', 'crt-stablecoin-conversion', 'crt-issuer-quote']

/** Starts the server, and gives its tools. */
export function connect(baseUrl: string, token: string) {
  const client = new Client({ name: 'languages', version: '0.0.0' })
  const started = client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js'],
      env: {
        API_BASE_URL: baseUrl,
        OPENAPI_SPEC_PATH: 'openapi.json',
        API_HEADERS: `Authorization:Bearer ${token}`,
      },
      stderr: 'ignore',
    }),
  )
  const tool =
    (name: string) =>
    async (fields: unknown): Promise<Answer> => {
      await started
      const result = await client.callTool({ name, arguments: fields as Record<string, unknown> })
      const [{ text = '' } = {}] = result.content as { text?: string }[]
      const refusal = /status code (\d{3})|\((\d{3}) /.exec(text)
      if (result.isError !== true) return { status: 200, data: JSON.parse(text) as unknown }
      if (refusal === null) throw new Error(text)
      return { status: Number(refusal[1] ?? refusal[2]), data: undefined }
    }
  const [put, convert, quote] = names.map(tool)
  return { put: put!, convert: convert!, quote: quote!, close: () => client.close() }
}
