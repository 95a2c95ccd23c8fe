import type { ChildProcess } from 'node:child_process'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { endChildren, runningChildren } from './run.js'

// A test that ran out of time has left its programs running; those of a file, and of tests beside it, serve others.
let before: ReadonlySet<ChildProcess> = new Set()
beforeEach(() => {
  before = runningChildren()
})
afterEach(({ task }) => {
  if (!task.concurrent) endChildren(before)
})
afterAll(() => endChildren())
