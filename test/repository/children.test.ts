import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endChild, startChild } from '../support/children.js'
import { limits } from '../support/limits.js'
import { root } from '../support/run.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'children-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string): string => join(folder, name)
const until = (what: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(what()).toBe(true), { timeout: limits.poll })

function isRunning(name: string): boolean {
  const pid = Number(readFileSync(file(name), 'utf8'))
  // What has ended and was not waited for yet is there by its number alone.
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
}

/** A shell that starts another program, and both say who they are. */
const family = (): string[] => [
  ...['bash', '-c'],
  `sleep 1000 & echo $! > ${file('grandchild.new')}; mv ${file('grandchild.new')} ${file('grandchild')}; wait`,
]

/** A run that starts programs by a process of its own, which the run is told to do to itself what a test wants. */
function startRun(code: string) {
  const children = pathToFileURL(join(root, 'test/support/children.ts')).href
  writeFileSync(file('run.mts'), `import * as children from '${children}'\n${code}`)
  return startChild([process.execPath, '--import', 'tsx', file('run.mts')], { cwd: root })
}

describe.skipIf(process.platform !== 'linux')('programs that a run started', () => {
  it('end with what they started themselves, when they take too long', async () => {
    const child = startChild(family())
    await until(() => existsSync(file('grandchild')))
    expect(isRunning('grandchild')).toBe(true)
    endChild(child)
    await until(() => !isRunning('grandchild'))
  })

  it('end when the run is told to', async () => {
    const run = startRun(`children.startChild(${JSON.stringify(family())})`)
    await until(() => existsSync(file('grandchild')))
    run.kill('SIGTERM')
    await until(() => !isRunning('grandchild'))
  })
})
