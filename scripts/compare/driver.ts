/** The process of a client: makes the conversions that it is told of, one after another. */
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Job, Reply } from './client-process.js'

/** What each file of clients/ exports; its default makes a function that converts, or throws. */
interface Client {
  readonly default: (setting: object) => (body: object) => Promise<unknown>
  readonly rows?: Readonly<Record<string, object>>
  readonly says?: (error: unknown) => Reply['says']
}

interface Failure {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly response?: Failure
}

/** After which a call counts as one that never settles. */
const patience = 40_000

const [file = '', name = ''] = process.argv.slice(2)
const client = (await import(pathToFileURL(file).href)) as Client
const { rows = { [name]: {} } } = client

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200)

/** The status that an error carries, wherever its client keeps it. */
const statusOf = ({ status, statusCode, response }: Failure): number =>
  Number(status ?? statusCode ?? response?.status ?? response?.statusCode) || 0

async function make({ row, reused, body, ...job }: Job): Promise<Reply> {
  const convert = client.default({ ...job, ...rows[row] })
  if (reused) await convert(body)
  const call = convert(body).then(
    (data) => ({ settled: 'resolved' as const, what: short(JSON.stringify(data ?? null)) }),
    (error: unknown) => ({
      settled: 'rejected' as const,
      status: statusOf((error ?? {}) as Failure),
      says: client.says?.(error),
      what: short(String(error)),
    }),
  )
  const never = sleep(patience, { what: `nothing within ${patience / 1_000} s` }, { ref: false })
  return Promise.race([call, never])
}

process.on('message', (job: Job) => {
  void make(job).then((reply) => process.send?.(reply))
})
process.send?.(Object.keys(rows))
