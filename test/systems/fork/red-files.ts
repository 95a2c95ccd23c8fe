import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { run } from '../../support/run.js'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

/** What `npm test` says of a project: the test files that fail, and what they print. */
export async function redFiles(
  folder: string,
  ...files: string[]
): Promise<ReadonlyMap<string, string>> {
  const report = join(folder, 'dist/tests.json')
  const { output } = await run(
    [
      ...[process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...files],
      ...['--project', 'client', '--project', 'service'],
      ...['--reporter=json', `--outputFile=${report}`],
    ],
    { cwd: folder },
  )
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`npm test did not end:\n${output.slice(-4_000)}`)
  })
  const { testResults } = JSON.parse(text) as Report
  const failed = testResults.filter(({ status }) => status === 'failed')
  return new Map(
    failed.map(({ name, message, assertionResults }) => {
      const messages = assertionResults.flatMap(({ failureMessages }) => failureMessages)
      return [relative(folder, name), [message, ...messages].join('\n')]
    }),
  )
}
