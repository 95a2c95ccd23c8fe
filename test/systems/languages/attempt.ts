import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlain, readFirstExamples } from '../../../scripts/lib/examples.js'
import { missing, must, run } from '../../support/run.js'
import { callsOf, type Outcome, readLines, refusedByTypes } from './outcome.js'
import { type Row, withPrograms, type Work } from './row.js'
import { startServices } from './services.js'
import { fetchToken } from './token.js'

/** The result of a row. */
export interface Finding {
  readonly row: Row
  readonly absent?: readonly string[]
  readonly failure?: string
  readonly outcome?: Outcome
}

/** Tries a row in a folder of its own, which is removed afterwards. */
export async function attempt(row: Row): Promise<Finding> {
  const absent = await missing(row.tools)
  if (absent.length > 0) return { row, absent }
  return withPrograms(row.folders, row.form, (work) => makeCalls(row, work)).then(
    (outcome) => ({ row, outcome }),
    (error: unknown) => ({ row, failure: String(error) }),
  )
}

async function makeCalls(row: Row, work: Work): Promise<Outcome> {
  const { folder } = work
  const { compile, bodies, calls } = await row.make(work)
  for (const command of compile) await must(command, { cwd: folder })
  const types =
    bodies === undefined
      ? []
      : refusedByTypes(
          bodies.file,
          await readFile(join(folder, bodies.file), 'utf8'),
          await run(bodies.compile, { cwd: folder }),
          row.accepted,
        )
  const services = await startServices()
  try {
    const examples = (await readFirstExamples()).filter(isPlain)
    const lines = callsOf(examples, services.env).map((call) => JSON.stringify(call))
    await writeFile(join(folder, 'calls.jsonl'), lines.join('\n'))
    const TOKEN = await fetchToken(services.env)
    const env = { ...services.env, CALLS: 'calls.jsonl', TOKEN }
    const { stdout } = await must(calls, { cwd: folder, env })
    return { types, ...readLines(stdout, examples, services.received) }
  } finally {
    await services.stop()
  }
}
