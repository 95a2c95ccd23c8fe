import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, run } from '../support/run.js'
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

it('the workflow of a push runs every part of .ci/run', async () => {
  const { stdout } = await run(['bash', '.ci/run', '--list'])
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow
  const { part = [], include = [] } = jobs['part']?.strategy?.matrix ?? {}
  const parts = [...part, ...include.map((more) => more.part)]
  expect(new Set(parts)).toEqual(new Set(stdout.trim().split('\n')))
})

it('the workflow of a push leaves a part longer than .ci/run does, which names what it ended', () => {
  const limits = (text: string, pattern: RegExp) => (pattern.exec(text) ?? []).slice(1).map(Number)
  const ofPart = limits(read('.ci/run'), /echo (\d+)m \|\| echo (\d+)m/)
  const ofJob = limits(read('.github/workflows/ci.yml'), /inputs\.full && (\d+) \|\| (\d+)/)
  expect(ofPart).toHaveLength(2)
  expect(ofJob.map((minutes, at) => minutes > (ofPart[at] ?? Infinity))).toEqual([true, true])
})

const scratch = scratchFolder()

it('the workflow of each week edits no issue but the one that it made', async () => {
  const tomorrow = parse(read('.github/workflows/tomorrow.yml')) as Workflow
  const [{ run: command = '' } = {}] = tomorrow.jobs['issue']?.steps ?? []
  // A stranger made an issue of the same title, number 3; the workflow's own is number 7, and there may be none.
  const gh = `#!/bin/sh
case "$*" in
  *list*--app\\ github-actions*) echo "$OWN" ;;
  *list*) echo 3 ;;
  *) echo "$*" ;;
esac`
  writeFileSync(join(scratch, 'gh'), gh, { mode: 0o755 })
  const env = { ...process.env, PATH: `${scratch}:${process.env['PATH']}`, ROWS: 'rows' }
  const made = (OWN: string) => run(['bash', '-e', '-c', command], { env: { ...env, OWN } })
  expect((await made('7')).stdout).toBe('issue edit 7 --body rows\n')
  expect((await made('')).stdout).toMatch(/^issue create --title /)
})

const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow

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
