import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlain, readFirstExamples } from '../../../scripts/lib/examples.js'
import { run } from '../../support/run.js'
import { printedBy } from '../../support/trials.js'
import type { Trial } from '../../support/trials.js'
import { callsOf, cellsOf, type Line, readLines, refusedByTypes } from './outcome.js'
import { makePrograms, type Row, withPrograms, type Work } from './row.js'
import { startServices } from './services.js'

export const head = [
  'Generator',
  'Unknown enum value in an answer',
  'Refused by types',
  'Past them by the client',
  'By the service',
  'By nobody',
]

/** Who refuses which body, with the client of a generator: its types, itself, or the service. */
export function clientTrial(row: Row): Trial {
  const { language, generator, version, folders, form, tools } = row
  const name = `${generator} ${version}`
  return {
    title: `${language}, ${name}`,
    names: [language, name],
    tools,
    run: () => withPrograms(folders, form, (work) => makeCalls(row, work)),
  }
}

async function makeCalls(row: Row, work: Work): Promise<string[]> {
  const { folder: cwd } = work
  const { bodies, calls } = await makePrograms(row, work)
  const types =
    bodies === undefined
      ? []
      : refusedByTypes(
          bodies.file,
          await readFile(join(cwd, bodies.file), 'utf8'),
          await run(bodies.compile, { cwd }),
          row.accepted,
        )
  const services = await startServices()
  try {
    const examples = (await readFirstExamples()).filter(isPlain)
    const lines = callsOf(examples, services.env).map((call) => JSON.stringify(call))
    await writeFile(join(cwd, 'calls.jsonl'), lines.join('\n'))
    const env = { ...services.env, CALLS: 'calls.jsonl' }
    const answers = await printedBy<Line>(calls, { cwd, env })
    return cellsOf({ types, ...readLines(answers, examples, services.received) })
  } finally {
    await services.stop()
  }
}
