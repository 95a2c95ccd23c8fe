import type { ChildProcess } from 'node:child_process'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { endChildren, runningChildren } from './run.js'

// A test that ran out of time has left its programs running, those of a file serve all of its tests.
let before: ReadonlySet<ChildProcess> = new Set()
beforeEach(() => {
  before = runningChildren()
})
afterEach(() => endChildren(before))
afterAll(() => endChildren())
