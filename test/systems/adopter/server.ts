import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../../support/children.js'
import { limits } from '../../support/limits.js'

interface Options {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** An app in a process of its own, once it has printed `listening at <url>`. */
export async function startServer(command: readonly string[], { cwd, env }: Options) {
  const child = startChild(command, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text))
  const until = performance.now() + limits.start
  let url: string | undefined
  while (url === undefined) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`the app does not listen:\n${log}`)
    await sleep(20)
    url = /listening at (http:[^"\s]+)/i.exec(log)?.[1]
  }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { headers, body: JSON.stringify(body) }
    const response = await fetch(new URL(path, url), { method, ...init })
    return { status: response.status, text: await response.text() }
  }
  const end = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { log: () => log, send, end }
}
