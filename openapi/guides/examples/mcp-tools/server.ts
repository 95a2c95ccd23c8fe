import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import type { Client } from 'stablecoin-issuer-api'
import { toResult } from './result.js'

const conversion = z.looseObject({
  ref_id: z.string().describe('The number of the order. The same for every try.'),
  profile_id: z.string(),
  amount: z.string().describe('A decimal, such as "12.50"'),
  source_asset: z.string(),
  target_asset: z.string(),
})
const result = z.looseObject({ outcome: z.string(), next_step: z.string() })

/** A server with a tool that converts. The client checks all fields, also those that are not listed here. */
export function makeServer(client: Client): McpServer {
  const server = new McpServer({ name: 'issuer', version: '1.0.0' })
  server.registerTool(
    'createStablecoinConversion',
    {
      description: 'Converts an amount of one asset into another. Do what next_step says.',
      inputSchema: conversion,
      outputSchema: result,
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    (body) => toResult(client.createStablecoinConversion(body)),
  )
  return server
}
