import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'

export default defineConfig({
  root: '.',
  input: { path: process.env.DOCUMENT },
  output: { path: 'client', format: false, lint: false, barrelType: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: 'types.ts' } }),
    pluginZod({ output: { path: 'schemas.ts' } }),
    pluginClient({ output: { path: 'client.ts' }, client: 'fetch', parser: 'zod' }),
  ],
})
