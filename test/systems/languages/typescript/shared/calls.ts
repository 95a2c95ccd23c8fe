/** Makes the calls of a file by the generated client. */
import { readFile } from 'node:fs/promises'
import { connect } from './api.js'

type Methods = Record<string, (body: unknown) => Promise<{ status: number; answer: unknown }>>

const { CALLS, TOKEN } = process.env as Record<string, string>
const clients = new Map<string, object>()

for (const line of (await readFile(CALLS!, 'utf8')).split('\n')) {
  const { operation, url, body } = JSON.parse(line) as Record<string, string>
  const client = clients.get(url!) ?? connect(url!, TOKEN!)
  clients.set(url!, client)
  try {
    // What comes from elsewhere, as JSON, has no type.
    console.log(JSON.stringify(await (client as Methods)[operation!]!(body)))
  } catch (error) {
    console.log(JSON.stringify({ error: String(error).slice(0, 200) }))
  }
}

// A server of tools that runs beside the program would keep it alive.
for (const client of clients.values())
  if ('close' in client) await (client.close as () => Promise<void>)()
