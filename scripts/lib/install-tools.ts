/** What `npm ci` leaves out because few commands need it: each folder has a manifest and a lock of its own. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { manifestIn } from './licences.js'
import { makeOnce } from './make-once.js'
import { step } from './step.js'

/** What each folder installs, for `npm run check` and the long suites, and for the pages. */
const tools = {
  'scripts/tools': 'linters and clients of databases, once; it takes about half a minute',
  'scripts/docs': 'TypeDoc, once; it takes a few seconds',
}

const modules = realpathSync('node_modules')

/**
 * Installs the tools of some folders there, and links them into `node_modules/`, where Node, the compiler and editors look
 * for them. Does nothing where they are there already.
 */
export async function installTools(
  folders = Object.keys(tools) as (keyof typeof tools)[],
): Promise<void> {
  for (const folder of folders) await installIn(folder)
}

async function installIn(folder: keyof typeof tools): Promise<void> {
  // A clone that borrows the `node_modules/` of another borrows its tools as well.
  const home = resolve(modules, '..', folder)
  const installed = join(home, 'node_modules')
  await makeOnce(join(installed, '.sha256'), [join(home, 'package-lock.json')], () => {
    step(`Installing ${tools[folder]}`)
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
    if (existsSync(path)) continue
    // A link that leads nowhere is of a tool that was in another folder.
    rmSync(path, { force: true })
    mkdirSync(dirname(path), { recursive: true })
    // Windows needs no permission for a junction.
    symlinkSync(relative(dirname(path), join(installed, name)), path, 'junction')
  }
  // What npm wrote for a command leads to the package beside it, so a copy of it leads to the link.
  for (const command of readdirSync(join(installed, '.bin'))) {
    const path = join(modules, '.bin', command)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
      cpSync(join(installed, '.bin', command), path, { verbatimSymlinks: true })
  }
}
