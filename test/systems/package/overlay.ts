import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overlays } from '../../support/provider/acme.js'
import { must } from '../../support/run.js'
import { type Check, none } from './check.js'
import { versions } from './compile.js'
import { fetched, installIn, readJson } from './project.js'

const files = ['LICENSE', 'README.md', 'overlay.js', 'package.json']

const program = `import { createClient } from 'stablecoin-issuer-api'
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
    none(found.join() === files.join() ? [] : [`it has ${found.join(', ')}`])
    const { packages } = await readJson<Lock>(place, 'node_modules/.package-lock.json')
    const own = packages['node_modules/stablecoin-issuer-overlay']?.dependencies ?? {}
    const ranges = Object.values(own).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))
    const scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
    none([
      ...ranges.map((range) => `a dependency has the range ${range}`),
      ...scripts.map((path) => `${path} runs a script when it is installed`),
    ])
    const command = join('node_modules', '.bin', 'stablecoin-issuer-overlay')
    await writeFile(join(place, 'main.mts'), program)
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
