import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endChild, hasGroups, keepChild } from '../../test/support/children.js'

/** One conversion to make. */
export interface Job {
  readonly row: string
  readonly baseUrl: string
  readonly body: object
  /** Milliseconds, by the client's own setting or a signal. */
  readonly timeout: number
  /** Makes another conversion first. */
  readonly reused: boolean
}

/** How it ended: not at all if neither way. */
export interface Reply {
  readonly settled?: 'resolved' | 'rejected'
  readonly status?: number
  /** What the error states of the outcome. */
  readonly says?: 'refused' | 'failed' | 'unknown' | undefined
  /** The error or the answer in a few words. */
  readonly what: string
}

/** Starts the process of a client, of which a folder has the program; it trusts an authority. Its first word is its rows. */
export function startClient(name: string, folder: string, node: string, authority: string) {
  // A proxy of this machine would stand between a client and its fault.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/_proxy$|^NODE_OPTIONS$/i.test(name),
  )
  const env = { ...Object.fromEntries(inherited), NODE_EXTRA_CA_CERTS: authority }
  const options = { execPath: node, execArgv: [], env, detached: hasGroups }
  const file = join(folder, `${name}.mjs`)
  const child = keepChild(fork(join(folder, 'driver.mjs'), [file, name], options))
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`)))
  ended.catch(() => undefined)
  const hear = async <Message>(): Promise<Message> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message]
    return message
  }
  const make = (job: Job): Promise<Reply> => {
    child.send(job)
    return hear()
  }
  return { rows: hear<string[]>(), make, stop: () => endChild(child) }
}
