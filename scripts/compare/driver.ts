/** The process of a client: makes the conversions that it reads of, one after another. */
import { writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { standStill } from '../../test/support/stand-still.js'
import type { Hello, Job, Reply } from './protocol.js'

/** What each file of clients/ exports; its default makes a function that converts, or throws. */
interface Client {
  readonly default: (setting: object) => Convert | Promise<Convert>
  /** Rows and their settings, if there is more than one. */
  readonly rows?: Hello['rows']
  readonly packages?: readonly string[]
  readonly says?: (error: unknown) => Reply['says']
  readonly retryable?: (error: unknown) => boolean | undefined
}

type Convert = (body: object) => Promise<unknown>

interface Failure {
  readonly name?: string
  readonly message?: string
  readonly code?: string
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly response?: Failure
  readonly cause?: Failure
}

/** After which a call counts as one that never settles. */
const patience = 40_000

const [file = '', name = ''] = process.argv.slice(2)
const client = (await import(pathToFileURL(resolve(file)).href)) as Client
const { rows = { [name]: {} }, packages = [] } = client

const print = (line: Hello | Reply): void => void writeSync(1, `${JSON.stringify(line)}\n`)

/** The status that an error carries, wherever its client keeps it. */
const statusOf = ({ status, statusCode, response }: Failure): number =>
  Number(status ?? statusCode ?? response?.status ?? response?.statusCode) || 0

/** An error and its causes in a few words. */
function words(error: Failure): string {
  const { name = '', message = JSON.stringify(error), code = '', cause } = Object(error) as Failure
  const own = `${name}: ${message}`
  if (!own.includes(code))
    return `${own} (${code})${cause === undefined ? '' : `; ${words(cause)}`}`
  return cause === undefined ? own : `${own}; ${words(cause)}`
}
const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200)

async function make({ row, reused, blocked, body, ...job }: Job): Promise<Reply> {
  const convert = await client.default({ ...job, ...rows[row] })
  if (reused) await convert(body)
  const [startedAt, began] = [Date.now(), performance.now()]
  const call = convert(body).then(
    (data) => ({ settled: 'resolved' as const, what: short(JSON.stringify(data ?? null)) }),
    (error: unknown) => ({
      settled: 'rejected' as const,
      status: statusOf((error ?? {}) as Failure),
      says: client.says?.(error),
      retryable: client.retryable?.(error),
      what: short(words(error as Failure)),
    }),
  )
  if (blocked > 0) standStill(blocked)
  const never = sleep(patience, { what: `nothing within ${patience / 1_000} s` }, { ref: false })
  const end = await Promise.race([call, never])
  return { ...end, startedAt, took: performance.now() - began }
}

print({ rows, packages, version: `Node.js ${process.versions.node}` })
for await (const line of createInterface(process.stdin)) print(await make(JSON.parse(line) as Job))
process.exit()
