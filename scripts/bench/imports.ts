import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './build.js'
import { bareEnvironment } from './field.js'
import { median, ratio, rotate } from './statistics.js'

/** What is imported in one go, by the names that a program would use. */
const entries = [
  ['data:text/javascript,'],
  ['stablecoin-issuer-api'],
  ['stablecoin-issuer-api', 'stablecoin-issuer-api/undici', 'undici'],
  ...[['openapi-fetch'], ['axios'], ['ky'], ['undici'], ['oauth4webapi']],
]

/** The package is found by its own name from the folder of the project, which has to be built. */
const probe = `const start = performance.now()
for (const name of process.argv.slice(1)) await import(name)
console.log(performance.now() - start)`

/** How long each import takes in a fresh process, in turn; medians of the rounds. */
export async function measureImports(rounds: number) {
  const rows = entries.map((names) => ({ names, times: [] as number[] }))
  // The first round fills the file cache of the machine, and is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const { names, times } of rotate(rows, round + 1)) {
      const command = ['--input-type=module', '--eval', probe, ...names]
      const options = { env: bareEnvironment, cwd: root }
      const { stdout } = await promisify(execFile)(process.execPath, command, options)
      if (round >= 0) times.push(Number(stdout))
    }
  const axios = rows.find(({ names }) => names[0] === 'axios')?.times ?? []
  return rows.map(({ names, times }) => {
    const entry = names.join(', ').replace('data:text/javascript,', 'nothing')
    return { entry, milliseconds: median(times), againstAxios: ratio(times, axios).median }
  })
}
