import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isPlain, readFirstExamples } from '../lib/examples.js'
import { today } from '../lib/record.js'
import { buildMeasured, root, writeGeneratedClients } from './build.js'
import { type Field, openField } from './field.js'
import { measureImports } from './imports.js'
import type { ExampleCall } from './measured/calls.js'
import { contestants } from './measured/contestants.js'
import { measureMemory } from './memory.js'
import type { BenchOptions, PartName } from './options.js'
import { describeMachine, nameContestants } from './results.js'
import { measureSizes } from './sizes.js'
import { measureThroughput } from './throughput.js'
import { measureValidation } from './validation.js'

/** The document's first example of each operation that takes a body alone: every contestant can make these calls. */
export async function exampleCalls(): Promise<ExampleCall[]> {
  const examples = (await readFirstExamples()).filter(isPlain)
  return examples.map(({ operationId, method, path, request, response }) => {
    return { operationId, method, path, body: request, answer: response }
  })
}

/** Measures every part that is asked for, with the Node that runs. */
export async function measure(
  { parts, effort, profile }: BenchOptions,
  tell: (what: string) => void,
) {
  const step = async <Result>(part: PartName, run: () => Promise<Result>) => {
    if (!parts.includes(part)) return undefined
    const began = performance.now()
    const result = await run()
    tell(`${part}: ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    return result
  }
  tell(describeMachine())
  const built = join(root, 'dist')
  await buildMeasured(built)
  const absent = await writeGeneratedClients(built)
  for (const name of absent) tell(`${name} is left out: its tool could not be fetched or run`)
  const calls = await exampleCalls()
  const profiles = profile === undefined ? undefined : resolve(profile)
  if (profiles !== undefined) await mkdir(profiles, { recursive: true })
  const names = contestants.filter((name) => !absent.includes(name))
  let opened: Field | undefined
  const field = async () => (opened ??= await openField(built, calls, names, profiles))
  try {
    const throughput = await step('throughput', async () =>
      measureThroughput(await field(), effort.throughput),
    )
    const memory = await step('memory', async () => measureMemory(await field(), effort.memory))
    await opened?.stop()
    const imports = await step('import', () => measureImports(effort.importRounds))
    const milliseconds = effort.validationMilliseconds
    const validation = await step('validation', () => measureValidation(built, calls, milliseconds))
    const sizes = await step('size', () => measureSizes(built, absent))
    const about = { about: `${describeMachine()}, on ${today()}.`, node: process.versions.node }
    const measured = { throughput, memory, imports, validation }
    return {
      every: { about: `Measured on ${today()}.`, sizes },
      node: { ...about, names: await nameContestants(), ...measured },
    }
  } finally {
    await opened?.stop()
  }
}
