/** Breaks lines of the client, one at a time, and lists the test files that notice: `npm run test:mutation -- --seed 7`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { limits } from '../../support/limits.js'
import { root } from '../../support/run.js'
import { Random } from '../simulation/random.js'
import { inCopy, type LineChange, lineChanges, runChanged } from './line-changes.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '100' },
    /** Lists all test files that notice a line, and not only the first: twice as slow. */
    all: { type: 'boolean', default: false },
    /** Parts of the paths of the test files that try each line. What they miss is tried by the project `client`. */
    tests: {
      type: 'string',
      multiple: true,
      default: ['auth', 'call', 'fetch', 'shared/deadline', 'transport'],
    },
  },
})
const places = ['src/call', 'src/transport', 'src/auth', 'src/shared/deadline.ts']

const changes = sample(positionals.length > 0 ? positionals : places)
const quick = values.tests.map((name) => `test/${name}`)
const noticed = new Map<LineChange, readonly string[]>()
console.log(`${changes.length} lines, --seed ${values.seed}`)
const left = changes.values()
const nothing = { file: 'package.json', start: 0, end: 0, to: '' }
await Promise.all([inCopy(tryChanges), inCopy(tryChanges)])

if (values.all) {
  const all = [...noticed.values()]
  console.log('\nalone  noticed  test file')
  for (const file of [...new Set(all.flat())].sort()) {
    const those = all.filter((files) => files.includes(file))
    const alone = those.filter(({ length }) => length === 1)
    console.log(`${String(alone.length).padStart(5)}  ${String(those.length).padStart(7)}  ${file}`)
  }
}
const missed = changes.filter((change) => noticed.get(change)?.length === 0)
console.log(`\n${missed.length} of ${changes.length} lines were broken without a test that noticed`)
for (const change of missed) console.log(title(change))

/** One change of each of so many lines, which the seed chooses. */
function sample(paths: readonly string[]): LineChange[] {
  const random = new Random(Number(values.seed), 0, 0)
  const files = paths.flatMap((path) =>
    path.endsWith('.ts') ? path : readdirSync(join(root, path)).map((name) => `${path}/${name}`),
  )
  const byLine = new Map<string, LineChange[]>()
  for (const file of files)
    for (const change of lineChanges(file, readFileSync(join(root, file), 'utf8'))) {
      const line = `${file}:${change.line}`
      byLine.set(line, [...(byLine.get(line) ?? []), change])
    }
  const lines = [...byLine.values()]
  const wanted = Math.min(Number(values.lines), lines.length)
  return Array.from({ length: wanted }, () =>
    random.pick(lines.splice(random.below(lines.length), 1).flat()),
  )
}

/** Tries the changes that are left, in a copy of its own. */
async function tryChanges(folder: string): Promise<void> {
  const startedAt = performance.now()
  const before = await noticing(folder, nothing, quick, limits.start)
  if (before.length > 0) throw new Error(`it fails without a change: ${before.join(', ')}`)
  const usual = performance.now() - startedAt
  for (const change of left) {
    let files = await noticing(folder, change, quick, usual)
    // The rest takes five times as long.
    if (files.length === 0) files = await noticing(folder, change, ['test'], 5 * usual)
    noticed.set(change, files)
    console.log(`${title(change)}: ${files.join(', ') || 'NOT NOTICED'}`)
  }
}

/** The test files that fail while something is changed. A test has as long as all of them usually take. */
async function noticing(
  folder: string,
  change: Omit<LineChange, 'line' | 'from'>,
  tests: readonly string[],
  usual: number,
): Promise<string[]> {
  const command = ['node_modules/.bin/vitest', 'run', '--project=client', '--no-color']
  // A busy machine may fail a test once.
  command.push('--retry=1', `--testTimeout=${Math.ceil(usual)}`)
  if (!values.all) command.push('--bail=1')
  const { code, output } = await runChanged(folder, change, [...command, ...tests], 10 * usual)
  const files = output.matchAll(/^ (?:❯|FAIL) +\|client\| (test\/\S+?)\.test\.ts/gm)
  const names = [...new Set([...files].map(([, name = '']) => name))]
  return code === 0 || names.length > 0
    ? names
    : ['no test, but it ended with an error or not at all']
}

function title({ file, line, from, to }: LineChange): string {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line}  ${short(from)}  →  ${short(to) || 'nothing'}`
}
