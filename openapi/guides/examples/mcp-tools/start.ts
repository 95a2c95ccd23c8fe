import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from 'stablecoin-issuer-api'
import { options } from './options.js'
import { makeServer } from './server.js'

await makeServer(createClient(options)).connect(new StdioServerTransport())
