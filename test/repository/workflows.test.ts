import { readdirSync, readFileSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { must, root, run } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

interface Workflow {
  readonly permissions: Record<string, string>
  readonly jobs: Record<string, Job>
}
interface Job {
  readonly needs?: string
  readonly permissions?: Record<string, string>
  readonly strategy?: {
    readonly matrix: { readonly part?: string[]; readonly include?: { readonly part: string }[] }
  }
  readonly steps?: {
    readonly uses?: string
    readonly run?: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}

const folder = join(root, '.github/workflows')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
const workflows = readdirSync(folder).map((file) => {
  const text = read(`.github/workflows/${file}`)
  return { file, text, workflow: parse(text) as Workflow }
})

describe.each(workflows)('the workflow $file', ({ text, workflow }) => {
  it('may read and no more, but for the jobs that say what else', () =>
    expect(workflow.permissions).toEqual({ contents: 'read' }))

  it('pins every action to a commit, and names its version', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
    expect(used.length).toBeGreaterThan(0)
    for (const action of used)
      expect(action).toMatch(/^(\.\/\.github\/\S+|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/)
  })

  it('never runs with the secrets of the repository what a stranger sent', () =>
    expect(text).not.toMatch(/pull_request_target|workflow_run/))

  it('puts nothing into a command but what it says itself', () => {
    for (const { run = '' } of Object.values(workflow.jobs).flatMap(({ steps = [] }) => steps))
      expect(run.replaceAll(/\$\{\{ matrix\.\w+ \}\}/g, '')).not.toContain('${{')
  })

  it('leaves no credentials in a clone', () => {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? [])
    for (const step of steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@')))
      expect(step.with?.['persist-credentials']).toBe(false)
  })

  it('runs scripts that there are', () => {
    const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
    expect(scripts).toEqual(expect.arrayContaining(called))
  })
})

it('jobs hold these permissions beside reading, and no others', () => {
  const held = workflows.flatMap(({ file, workflow }) =>
    Object.entries(workflow.jobs).flatMap(([job, { permissions }]) =>
      permissions === undefined ? [] : [[`${file}, ${job}`, permissions]],
    ),
  )
  expect(Object.fromEntries(held)).toEqual({
    'release.yml, publish': { 'id-token': 'write', attestations: 'write' },
    'release.yml, assets': { contents: 'write' },
    'release.yml, pages': { pages: 'write', 'id-token': 'write' },
    'tomorrow.yml, issue': { issues: 'write' },
  })
})

it('pull requests are made each week for what both manifests, the actions and the image name', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directory: string; schedule: { interval: string } }[]
  }
  expect(updates.map((one) => [one['package-ecosystem'], one.directory])).toEqual([
    ['npm', '/'],
    ['npm', '/scripts/tools'],
    ['github-actions', '/'],
    ['docker', '/src/mock/package'],
  ])
  for (const { schedule, directory, ...one } of updates) {
    expect(schedule.interval).toBe('weekly')
    const manifest = { npm: 'package.json', docker: 'Dockerfile' }[one['package-ecosystem']]
    if (manifest !== undefined) expect(read(join(directory, manifest))).not.toBe('')
  }
})

it('the workflow of a push runs every part of .ci/run', async () => {
  const { stdout } = await run(['bash', '.ci/run', '--list'])
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow
  const { part = [], include = [] } = jobs['part']?.strategy?.matrix ?? {}
  const parts = [...part, ...include.map((more) => more.part)]
  expect(new Set(parts)).toEqual(new Set(stdout.trim().split('\n')))
})

const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow

it('the workflow of a release attests what is in each package that it publishes', () => {
  const steps = jobs['publish']?.steps ?? []
  const attested = steps.filter(({ uses = '' }) => uses.startsWith('actions/attest@'))
  expect(attested.map((step) => step.with)).toEqual([
    { 'subject-path': 'stablecoin-issuer-api-*.tgz', 'sbom-path': 'sbom.cdx.json' },
    { 'subject-path': 'stablecoin-issuer-mock-*.tgz', 'sbom-path': 'mock-sbom.cdx.json' },
  ])
})

it('the workflow of a release checks everything before it publishes', () => {
  const before = (name: string): string[] => {
    const needs = jobs[name]?.needs
    return needs === undefined ? [] : [needs, ...before(needs)]
  }
  for (const name of ['publish', 'assets', 'pages']) expect(before(name)).toContain('test')
})

it('the workflow of a release runs no code of the project where it holds a permission', () => {
  const holding = Object.values(jobs).filter(({ permissions }) => permissions !== undefined)
  expect(holding).toHaveLength(3)
  for (const { steps = [] } of holding)
    for (const { uses = '', run = '' } of steps) {
      expect(uses).not.toContain('checkout')
      expect(run).not.toMatch(/npm (ci|install|run|test|pack)/)
    }
})

const scratch = scratchFolder()
const rows = '| undici | 7 → 8 | faults: row 1 | passed | it is broken |'

it('the workflow of the newest dependencies gives its issue the rows that changed, and none where the table is as before', async () => {
  const output = join(scratch, 'output')
  await writeFile(output, '')
  const tried = (tools: string) =>
    run([process.execPath, '--import', 'tsx', 'test/systems/tomorrow/run.ts', 'bun'], {
      env: {
        ...{ GITHUB_OUTPUT: output, REQUIRE_TOOLS: tools },
        ...{ npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' },
      },
    })
  expect((await tried('')).code).toBe(0)
  expect(await readFile(output, 'utf8')).toBe('')
  expect((await tried('1')).code).toBe(1)
  expect(await readFile(output, 'utf8')).toMatch(
    /^rows<<END\n\| Dep[^]* Bun [^]* skipped: the registry could not be asked [|]\nEND\n$/,
  )
})

it.each([
  ['opens an issue', '', 'issue create --title Rows that change with the newest dependencies'],
  ['replaces what an open issue says', '7', 'issue edit 7'],
])('the workflow of the newest dependencies %s', async (_, open, expected) => {
  const { jobs } = parse(read('.github/workflows/tomorrow.yml')) as Workflow
  const [step] = jobs['issue']?.steps ?? []
  const told = join(scratch, `told${open}`)
  const gh = `#!/bin/sh\nif [ "$2" = list ]; then echo ${open}; else echo "$@" > '${told}'; fi\n`
  await writeFile(join(scratch, 'gh'), gh)
  await chmod(join(scratch, 'gh'), 0o755)
  const PATH = scratch + delimiter + (process.env['PATH'] ?? '')
  await must(['bash', '-e', '-c', step?.run ?? ''], { env: { PATH, ROWS: rows } })
  expect(await readFile(told, 'utf8')).toBe(`${expected} --body ${rows}\n`)
})
