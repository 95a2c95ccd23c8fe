/**
 * Raises each dependency of both manifests, one at a time, to the newest version that installs with the others on this
 * Node.js: run it with the oldest that is supported. What stays where it is, and why, stands in the table. Words choose
 * packages. `npm run check` and `npm test` tell what the new versions change.
 */
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownTable, tidied } from '../../../scripts/lib/record.js'
import { root, run } from '../../support/run.js'

/** The types of the oldest Node.js are to show what it lacks. */
const stays = ['@types/node']
const manifests = ['.', 'scripts/tools']
const npm = ['npm', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

async function versionsIn(manifest: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(root, manifest, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string> | undefined
  >
  return { ...dependencies, ...devDependencies }
}

const words = process.argv.slice(2)
const isChosen = (name: string): boolean =>
  !stays.includes(name) && (words.length === 0 || words.some((word) => name.includes(word)))

const lines: string[][] = []
for (const manifest of manifests) {
  const cwd = join(root, manifest)
  for (const [name, before] of Object.entries(await versionsIn(manifest)).filter(([name]) =>
    isChosen(name),
  )) {
    const { stdout, code } = await run(['npm', 'view', `${name}@latest`, 'version'], { cwd })
    const newest = stdout.trim()
    if (code !== 0) throw new Error(`the registry does not tell the newest ${name}`)
    if (newest === before) continue
    const install = [...npm, 'install', '--save-exact', '--engine-strict', `${name}@${newest}`]
    const { code: failed, output } = await run(install, { cwd })
    // EBADENGINE: it needs a newer Node.js. ERESOLVE: another dependency does not allow it.
    const why = failed === 0 ? '' : `stays: ${/code (E\w+)/.exec(output)?.[1] ?? output}`
    console.error(`${name} ${before} → ${newest} ${why}`)
    lines.push([manifest, name, before, newest, why])
  }
}
const table = await tidied(markdownTable(['Manifest', 'Package', 'Is', 'Newest', ''], lines))
console.log(`\n${table}`)
const summary = process.env['GITHUB_STEP_SUMMARY']
if (summary !== undefined) await appendFile(summary, table)
