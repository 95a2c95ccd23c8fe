/**
 * Installs what `npm ci` leaves out because only `npm run check` and the long suites need it (linters, browsers, databases)
 * from `scripts/tools/`, which has a lock of its own, and links it into `node_modules/`, where Node, the compiler and
 * editors look for it. Does nothing where it is there already. A script that is named is run then, in this process.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = join(root, 'scripts/tools')
/** A clone that borrows the `node_modules/` of another borrows its tools as well. */
const owner = dirname(realpathSync(join(root, 'node_modules')))
const installed = join(owner, 'scripts/tools/node_modules')
const files = ['package.json', 'package-lock.json', '.npmrc']

const hash = createHash('sha256')
for (const file of files) hash.update(readFileSync(join(home, file)))
const wanted = `${hash.digest('hex')} ${process.platform} ${process.arch}\n`
const stamp = join(installed, '.installed')
const isInstalled = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** Installs beside what is there and replaces it at the end: whoever is interrupted leaves nothing by halves. */
function install(): void {
  console.error('Installing the tools of scripts/tools/, which `npm ci` leaves out …')
  mkdirSync(join(owner, 'dist'), { recursive: true })
  const place = mkdtempSync(join(owner, 'dist/tools-'))
  try {
    for (const file of files) cpSync(join(home, file), join(place, file))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: place,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32', // where npm is a script
    })
    writeFileSync(join(place, 'node_modules/.installed'), wanted)
    rmSync(installed, { recursive: true, force: true })
    renameSync(join(place, 'node_modules'), installed)
  } catch (error) {
    // Another command may have installed them at the same time.
    if (!isInstalled()) throw error
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly bin?: string | Readonly<Record<string, string>>
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Links a package into `node_modules/`. What it depends on itself is found from where it really is. */
function link(name: string): void {
  const path = join(owner, 'node_modules', name)
  const target = join(installed, name)
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink() === false) {
    if (manifestIn(path).version === manifestIn(target).version) return
    throw new Error(`node_modules/${name} is another version. Run npm ci.`)
  }
  // A junction, which Windows needs no permission for, holds an absolute path.
  const to = process.platform === 'win32' ? target : relative(dirname(path), target)
  if (entry === undefined || readlinkSync(path) !== to) {
    rmSync(path, { force: true })
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(to, path, 'junction')
  }
  linkCommands(name)
}

/** What npm wrote for a command leads to the package beside it, so a copy of it leads to the link. */
function linkCommands(name: string): void {
  const { bin = {} } = manifestIn(join(installed, name))
  const names = typeof bin === 'string' ? [name.replace(/^.*\//, '')] : Object.keys(bin)
  for (const file of names.flatMap((each) => [each, `${each}.cmd`, `${each}.ps1`])) {
    const from = join(installed, '.bin', file)
    const to = join(owner, 'node_modules/.bin', file)
    const isMissing = lstatSync(to, { throwIfNoEntry: false }) === undefined
    if (isMissing && existsSync(from)) cpSync(from, to, { verbatimSymlinks: true })
  }
}

try {
  if (!isInstalled()) install()
  Object.keys(manifestIn(home).dependencies).forEach(link)
} catch (error) {
  console.error(`The tools of scripts/tools/ could not be installed: ${(error as Error).message}`)
  process.exit(1)
}

const [script] = process.argv.splice(2, 1)
if (script !== undefined) await import(pathToFileURL(resolve(script)).href)
