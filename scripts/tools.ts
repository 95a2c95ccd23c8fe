/**
 * Installs what `npm ci` leaves out because only `npm run check`, the pages and the long suites need it (linters, TypeDoc,
 * browsers, databases) from `scripts/tools/`, which has a lock of its own, and links it into `node_modules/`, where Node, the
 * compiler and editors look for it. Does nothing where it is there already. A script that is named is run then, in this
 * process.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { step } from './lib/step.js'

const home = 'scripts/tools'
const lock = 'package-lock.json'
/** A clone that borrows the `node_modules/` of another borrows its tools as well. */
const modules = realpathSync('node_modules')
const installed = resolve(modules, '..', home, 'node_modules')

const isMissing = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) === undefined

/** Installs beside what is there and replaces it at the end: whoever is interrupted leaves nothing by halves. */
function install(): void {
  step('Installing linters, TypeDoc and clients of databases, once; it takes about half a minute')
  const place = mkdtempSync(join(modules, '.tools-'))
  for (const file of ['package.json', lock, '.npmrc']) cpSync(join(home, file), join(place, file))
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // where npm is a script
  })
  if (status !== 0) process.exit(1)
  cpSync(join(home, lock), join(place, 'node_modules', lock))
  rmSync(installed, { recursive: true, force: true })
  renameSync(join(place, 'node_modules'), installed)
  rmSync(place, { recursive: true })
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
if (isMissing(join(installed, lock)) || read(installed, lock) !== read(home, lock)) install()

const manifest = JSON.parse(read(home, 'package.json')) as { readonly dependencies: object }
// What a package depends on itself is found from where it really is.
for (const name of Object.keys(manifest.dependencies)) {
  const path = join(modules, name)
  mkdirSync(dirname(path), { recursive: true })
  // Windows needs no permission for a junction.
  if (isMissing(path)) symlinkSync(relative(dirname(path), join(installed, name)), path, 'junction')
}
// What npm wrote for a command leads to the package beside it, so a copy of it leads to the link.
for (const command of readdirSync(join(installed, '.bin'))) {
  const path = join(modules, '.bin', command)
  if (isMissing(path)) cpSync(join(installed, '.bin', command), path, { verbatimSymlinks: true })
}

const [script] = process.argv.splice(2, 1)
if (script !== undefined) {
  step(`Starting ${script}`)
  await import(pathToFileURL(resolve(script)).href)
}
