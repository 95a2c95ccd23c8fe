import type { Reporter, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What a row of the table of faults shows. */
    row?: {
      readonly number: number
      readonly fault: string
      readonly over: string
      readonly figure: string
    }
  }
}

/** Ends a run with the table of faults and its figures. */
export default class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const rows = tests.flatMap((test) => test.meta().row ?? [])
    for (const over of new Set(rows.map((row) => row.over))) {
      console.log(`Faults over ${over}`)
      for (const { number, fault, figure } of rows.filter((row) => row.over === over))
        console.log(`${String(number).padStart(3)}  ${fault}\n       ${figure}`)
      console.log()
    }
  }
}
