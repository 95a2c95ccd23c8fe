import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import type { Client } from 'stablecoin-issuer-api'
import { toResult } from './result.js'

const inputSchema = z.looseObject({
  ref_id: z.string().describe('The number of the order. The same for every try.'),
  profile_id: z.string(),
  amount: z.string().describe('A decimal, such as "12.50"'),
  source_asset: z.string(),
  target_asset: z.string(),
})

/** A server with a tool that converts. */
export function makeServer(client: Client): McpServer {
  const server = new McpServer({ name: 'issuer', version: '1.0.0' })
  const description = 'Converts an amount of one asset into another. Do what next_step says.'
  const annotations = { destructiveHint: true, idempotentHint: true }
  server.registerTool(
    'createStablecoinConversion',
    { description, inputSchema, annotations },
    (body) => toResult(client.createStablecoinConversion(body)),
  )
  return server
}
