import type { Reporter, TestModule } from 'vitest/node'

/** Says by name what was skipped, and why. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules
      .flatMap((module) => [...module.children.allTests('skipped')])
      .flatMap((test) => {
        const result = test.result()
        const note = result.state === 'skipped' ? result.note : undefined
        return note === undefined ? [] : [`Skipped: ${test.fullName} (${note})`]
      })
    if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
  }
}
