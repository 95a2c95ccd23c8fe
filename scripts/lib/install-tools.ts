/** What `npm ci` leaves out because only `npm run check`, the pages and the long suites need it: linters, TypeDoc, databases. */
import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { manifestIn } from './licences.js'
import { makeOnce } from './make-once.js'
import { step } from './step.js'

const modules = realpathSync('node_modules')
/** A clone that borrows the `node_modules/` of another borrows its tools as well. */
const home = resolve(modules, '../scripts/tools')
const installed = join(home, 'node_modules')

const isMissing = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) === undefined

/**
 * Installs them in `scripts/tools/`, which has a lock of its own, and links them into `node_modules/`, where Node, the
 * compiler and editors look for them. Does nothing where they are there already.
 */
export async function installTools(): Promise<void> {
  await makeOnce(join(installed, '.sha256'), [join(home, 'package-lock.json')], () => {
    step('Installing linters, TypeDoc and clients of databases, once; it takes about half a minute')
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32', // where npm is a script
    })
    if (status !== 0) process.exit(1)
  })
  // What a package depends on itself is found from where it really is.
  for (const name of Object.keys((await manifestIn(home)).dependencies ?? {})) {
    const path = join(modules, name)
    mkdirSync(dirname(path), { recursive: true })
    // Windows needs no permission for a junction.
    if (isMissing(path))
      symlinkSync(relative(dirname(path), join(installed, name)), path, 'junction')
  }
  // What npm wrote for a command leads to the package beside it, so a copy of it leads to the link.
  for (const command of readdirSync(join(installed, '.bin'))) {
    const path = join(modules, '.bin', command)
    if (isMissing(path)) cpSync(join(installed, '.bin', command), path, { verbatimSymlinks: true })
  }
}
