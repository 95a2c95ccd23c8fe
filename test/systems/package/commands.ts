import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { freePort } from '../../support/processes.js'
import { overlays } from '../../support/provider/acme.js'
import { must, root } from '../../support/run.js'
import { versions } from './compile.js'
import { entries, program } from './programs.js'
import { type Check, fetched, installIn, none, readJson } from './project.js'

/** Nothing but one file that runs, and what has to be known of it. */
const mockFiles = ['Dockerfile', 'LICENSE', 'README.md', 'licences.txt', 'mock.js', 'package.json']

export const mock: Check = {
  about: 'stablecoin-issuer-mock',
  async run({ folder, project, mock: tarball }) {
    const place = join(folder, 'mock')
    await cp(project, place, { recursive: true })
    const output = await installIn(place, tarball)
    none(/^(added 1 package in .*)?$/.test(output) ? [] : [`npm says: ${output}`])
    const found = (await readdir(join(place, 'node_modules/stablecoin-issuer-mock'))).sort()
    none(found.join() === mockFiles.join() ? [] : [`it has ${found.join(', ')}`])
    await followGuide(place)
    return `one package, ${found.length} files; started by npx as the guide has it, and called`
  },
}

/** The lines of the guide's workflow, at a port that is free. */
async function followGuide(place: string): Promise<void> {
  const file = join(root, 'openapi/guides/examples/test-your-code/github-npx.yaml')
  const { steps } = parse(await readFile(file, 'utf8')) as { steps: { run: string }[] }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const lines = steps.map(({ run }) =>
    run
      .replace('npx stablecoin-issuer-mock', `npx stablecoin-issuer-mock --port ${port}`)
      .replace('4010', String(port))
      .replace('npm test', `node calls.mjs ${url} ${url}/oauth2/token`),
  )
  await writeFile(join(place, 'calls.mjs'), program(entries['.'] ?? ''))
  // npx does not pass a signal on to what it left in the background.
  const script = ['set -e', `trap "trap '' TERM; kill 0" EXIT`, ...lines].join('\n')
  await must(['bash', '-c', script], { cwd: place })
  const log = await readFile(join(place, 'mock.log'), 'utf8')
  if (!log.includes('"path":"/v2/conversion/stablecoins"'))
    throw new Error(`the log says nothing of the calls:\n${log}`)
}

const overlayFiles = ['LICENSE', 'README.md', 'overlay.js', 'package.json']

const adopting = `import { createClient } from 'stablecoin-issuer-api'
import { provider, type Parcel } from './acme/index.js'

const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token', provider })
export const parcel: Promise<Parcel> = client.getParcel({ id: '1' })
// @ts-expect-error: purpose is missing, which Acme requires
client.createParcel({ depot_id: 'p', weight: '1', from_town: 'a', to_town: 'b' })
`

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  types: [],
  verbatimModuleSyntax: true,
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { dependencies?: Record<string, string>; hasInstallScript?: boolean }>
  >
}

/** The command is installed, writes a folder, and a program with it compiles and runs. */
export const overlay: Check = {
  about: 'stablecoin-issuer-overlay',
  async run({ folder, project, overlay: tarball }) {
    const place = join(folder, 'overlay')
    await cp(project, place, { recursive: true })
    const before = await readJson<Lock>(place, 'node_modules/.package-lock.json')
    const output = await installIn(place, tarball)
    none(/^(added \d+ packages in .*)?$/.test(output) ? [] : [`npm says: ${output}`])
    const found = (await readdir(join(place, 'node_modules/stablecoin-issuer-overlay'))).sort()
    none(found.join() === overlayFiles.join() ? [] : [`it has ${found.join(', ')}`])
    const { packages } = await readJson<Lock>(place, 'node_modules/.package-lock.json')
    const own = packages['node_modules/stablecoin-issuer-overlay']?.dependencies ?? {}
    const ranges = Object.values(own).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))
    const scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
    none([
      ...ranges.map((range) => `a dependency has the range ${range}`),
      ...scripts.map((path) => `${path} runs a script when it is installed`),
    ])
    const command = join('node_modules', '.bin', 'stablecoin-issuer-overlay')
    await writeFile(join(place, 'main.mts'), adopting)
    await writeFile(
      join(place, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['main.mts'] }),
    )
    const compilers = await Promise.all(
      [versions.at(0), versions.at(-1)].map((version) => fetched(`typescript@${String(version)}`)),
    )
    // Its modules of TypeScript are of the project's kind; those of JavaScript say by themselves that they are modules.
    const forms = { module: [], commonjs: ['--js'] }
    for (const [type, form] of Object.entries(forms)) {
      await must(['npm', 'pkg', 'set', `type=${type}`], { cwd: place })
      await must([command, ...overlays, '--out', 'acme', ...form], { cwd: place })
      await must([command, ...overlays, '--out', 'acme', ...form, '--check'], { cwd: place })
      for (const compiler of compilers)
        await must([process.execPath, join(compiler, 'node_modules/typescript/bin/tsc')], {
          cwd: place,
        })
    }
    const run = "import('./acme/index.js').then((acme) => acme.provider.operations.getParcel.id)"
    await must([process.execPath, '--eval', run], { cwd: place })
    const count = Object.keys(packages).length - Object.keys(before.packages).length
    const typescript = `TypeScript ${versions[0]} and ${String(versions.at(-1))}`
    return `${count} packages, ${Object.keys(own).length} of them named at exact versions, no script; its folder compiles with ${typescript}, and runs`
  },
}
