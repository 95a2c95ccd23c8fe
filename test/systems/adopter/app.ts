import { randomBytes } from 'node:crypto'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scopes } from '../../../generated/index.js'
import { overlayCommand } from '../../../scripts/overlay/command.js'
import { readSource } from '../../../scripts/overlay/source.js'
import { startMock } from '../../../src/mock/server.js'
import { overlay, printed, programs } from '../../support/readme.js'
import { must, root, run } from '../../support/run.js'
import { skip } from '../../support/trials.js'
import { type Check, type Packed, readJson } from '../package/project.js'
import { nodeProgram } from '../runtimes/node.js'
import { startServer } from './services.js'
import { type Scene, steps } from './steps.js'

const npm = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
/** It hides the packages of packages. */
const pnpm = ['npx', '--yes', '--prefer-offline', 'pnpm@10.34.8', 'install', '--prefer-offline']
const jest = 'node_modules/jest/bin/jest.js'

const compilerOptions = {
  target: 'ES2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  esModuleInterop: true,
  emitDecoratorMetadata: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: ['node', 'jest'],
  rootDir: 'src',
  outDir: 'dist',
}

/** How an adopter installs, compiles and tests the app. */
interface Row {
  readonly install: readonly string[]
  readonly type: 'commonjs' | 'module'
  readonly compiler: readonly string[]
  readonly tests: readonly (readonly string[])[]
}

const rows: Readonly<Record<string, Row>> = {
  'app of ES modules, tested by Jest and Vitest, by npm': {
    install: npm,
    type: 'module',
    compiler: ['--module', 'nodenext'],
    tests: [
      ['--experimental-vm-modules', jest, '--testRegex', 'dist/.*[.]spec[.]js'],
      ['node_modules/vitest/vitest.mjs', 'run', '--globals', 'dist/'],
    ],
  },
  'app as module: commonjs, tested by ts-jest, by npm': {
    install: npm,
    type: 'commonjs',
    tests: [[jest]],
    compiler: ['--module', 'commonjs', '--moduleResolution', 'node10'],
  },
  'app as CommonJS of node16, tested by ts-jest, by pnpm': {
    install: pnpm,
    type: 'commonjs',
    compiler: ['--module', 'node16'],
    tests: [[jest]],
  },
}

/** Programs of ES modules, the README's first, and what each has to print. */
const outputs = {
  first: new RegExp(`^${printed}\\n$`),
  once: new RegExp(`^${printed}\\n$`),
  paths: /^200 \S+ undefined InvalidRequestError\n$/,
}

export const apps: readonly Check[] = Object.entries(rows).map(([about, row]) => ({
  about,
  run: (packed) => tryApp(packed, about, row),
}))

async function tryApp(packed: Packed, title: string, row: Row): Promise<string> {
  const secret = randomBytes(24).toString('hex')
  const secrets = new Set([secret])
  const conversions: string[] = []
  let interrupt: Parameters<Scene['interruptNext']>[0] | undefined
  const mock = await startMock({
    clients: [{ id: 'treasury', secret, scopes }],
    onRequest: ({ url = '', headers, socket }, body) => {
      const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
      if (token !== undefined) secrets.add(token)
      if (!url.endsWith('/v2/conversion/stablecoins')) return
      conversions.push(body.toString())
      interrupt?.(() => socket.destroy())
      interrupt = undefined
    },
  })
  try {
    const cwd = join(packed.folder, title.replaceAll(/\W+/g, '-'))
    await makeApp(packed, row, cwd, {
      'http://127.0.0.1:4010/oauth2/token': mock.tokenUrl,
      'http://127.0.0.1:4010': mock.url,
      "'mock-client'": "'treasury'",
      "'mock-secret'": "process.env['ISSUER_SECRET'] ?? ''",
    })
    const SECRET_FILE = join(cwd, 'secret')
    await writeFile(SECRET_FILE, `${secret}\n`)
    const urls = { BASE_URL: mock.url, TOKEN_URL: mock.tokenUrl }
    const env = { ...urls, SECRET_FILE, ISSUER_SECRET: secret, NO_COLOR: '1', CI: 'true' }
    const node = await nodeProgram('24.21.0') // it has node:sqlite, where the README's program keeps its journal
    for (const [program, wanted] of row.type === 'module' ? Object.entries(outputs) : []) {
      const { stdout } = await must([node, `dist/${program}.js`], { cwd, env })
      if (!wanted.test(stdout)) throw new Error(`${program} printed:\n${stdout}`)
    }
    const server = await startServer(['node', 'dist/server.js'], { cwd, env })
    try {
      const scene: Scene = {
        log: server.log,
        ask: async (path, body) => {
          const { status, text } = await server.send(body ? 'POST' : 'GET', path, body)
          return { status, body: JSON.parse(text) as Record<string, unknown> }
        },
        secrets,
        conversions,
        interruptNext: (act) => (interrupt = act),
      }
      for (const [title, run] of Object.entries(steps))
        await run(scene).catch((error: unknown) => {
          throw new Error(`${title}: ${String(error)}\n${server.log()}`)
        })
    } finally {
      await server.end()
    }
    for (const test of row.tests) {
      const { output } = await must(['node', ...test], { cwd, env })
      if (!/^ *Tests:? +2 passed/m.test(output)) throw new Error(output)
    }
    return `${Object.keys(steps).length} steps`
  } finally {
    await mock.stop()
  }
}

/** Installs and compiles the app with the tarball, and with the programs of the README. */
async function makeApp(
  packed: Packed,
  { install, type, compiler }: Row,
  cwd: string,
  others: Readonly<Record<string, string>>,
): Promise<void> {
  await cp(join(root, 'test/systems/adopter/app'), cwd, { recursive: true })
  await writeFile(join(cwd, 'acme.overlay.yaml'), overlay)
  const args = [join(cwd, 'acme.overlay.yaml'), '--out', join(cwd, 'src/acme')]
  await overlayCommand(args, readSource, () => undefined)
  // CommonJS has no await outside of a function, as the programs do.
  if (type === 'commonjs') await rm(join(cwd, 'src/paths.ts'))
  else
    for (const [name, program] of Object.entries(programs)) {
      const own = Object.entries(others).reduce((text, pair) => text.replaceAll(...pair), program)
      await writeFile(join(cwd, `src/${name}.ts`), own)
    }
  const options = { compilerOptions, include: ['src'] }
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(options))
  const manifest = await readJson<{ dependencies: object }>(cwd, 'package.json')
  const dependencies = { ...manifest.dependencies, 'stablecoin-issuer-api': packed.tarball }
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ ...manifest, type, dependencies }))
  const { code, output } = await run(install, { cwd })
  if (code !== 0) skip(`${install.join(' ')}:\n${output}`)
  await must(['node', 'node_modules/typescript/bin/tsc', '--pretty', 'false', ...compiler], { cwd })
}
