import { fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasGroups, keepChild } from '../../support/children.js'
import type { Client } from './clients.js'
import { attempts, type Played, type Stage } from './play.js'
import { type Row, titleOf } from './table.js'

/** What the process of a row is told. */
export interface Order {
  readonly family: string
  readonly client: Client
  readonly stage: Stage
  /** Which ports are its own. */
  readonly part: number
}

/** What it tells at its end. */
export interface Answer {
  readonly played: Played
}

/**
 * Plays a row in a process of its own, where its servers are: Node.js 20 was seen to break its own memory as a server
 * of HTTP/2. Where the process dies, the row begins anew, with new servers and an empty ledger.
 */
export async function playApart(row: Row, stage: Stage): Promise<Played> {
  const ends: string[] = []
  let failure = ''
  await mkdir(stage.folder)
  for (let tries = 0; tries < attempts; tries++) {
    const folder = join(stage.folder, String(tries))
    const played = await playOnce(row, { ...stage, folder })
    if (typeof played !== 'string') return { ...played, ends: [...ends, ...(played.ends ?? [])] }
    const [end = '', said = ''] = played.split('\n', 2)
    ends.push(`the process of its servers (Node ${process.version}) ${end}`)
    failure = [ends.at(-1), ...(said === '' ? [] : [`saying: ${said}`])].join(', ')
    console.error(`${titleOf(row)}: ${failure}`)
  }
  return { ends, failure }
}

let part = process.pid

/** What came of it, or of what the process died, and its last words on a line below. */
function playOnce({ family, client }: Row, stage: Stage): Promise<Played | string> {
  const started = fork(fileURLToPath(new URL('row.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    detached: hasGroups,
  })
  const child = keepChild(started)
  let last = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    last = (last + text).slice(-500)
  })
  const order: Order = { family: family.name, client, stage, part: part++ }
  child.send(order)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('message', (message: Partial<Answer>) => {
      if (message.played !== undefined) resolve(message.played)
    })
    child.on('close', (code, signal) => {
      const said = last.trim().split('\n').at(-1) ?? ''
      resolve(`died of ${signal ?? `exit code ${code ?? ''}`}\n${said}`)
    })
  })
}
