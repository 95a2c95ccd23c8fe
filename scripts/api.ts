/**
 * Writes the report of the public API, made from the built declarations, so that a change of the surface is seen in
 * review, and says which changes the changelog does not name yet. `--check` only compares, and fails for both.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel as Level,
  type ExtractorMessage,
  ExtractorMessageCategory,
} from '@microsoft/api-extractor'
import { unsaidChanges } from './api/unsaid.js'
import { inFolder } from './lib/in-folder.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const entries = ['index', 'undici', 'openapi-fetch', 'operations', 'schemas', 'testing']

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

/** A report shows the exported names and types; that they have descriptions is checked by the linter. */
function configure(entry: string, temporary: string): ExtractorConfig {
  const declarations = join(root, 'dist/src', `${entry}.d.ts`)
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, skipLibCheck: true },
    ...{ lib: ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'], types: ['node'] },
  }
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: entry,
        reportFolder: join(root, 'test/systems/package/api'),
        reportTempFolder: temporary,
      },
      newlineKind: 'lf',
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: Level.Error } },
        extractorMessageReporting: { default: { logLevel: Level.None } },
        tsdocMessageReporting: { default: { logLevel: Level.None } },
      },
    },
  })
}

const reportOf = (entry: string): string => `test/systems/package/api/${entry}.api.md`

await inFolder('api', async (temporary) => {
  for (const entry of entries) {
    const name = reportOf(entry)
    const errors: string[] = []
    let difference = ''
    const { apiReportChanged } = Extractor.invoke(configure(entry, temporary), {
      localBuild: !values.check,
      printApiReportDiff: true,
      messageCallback: (message: ExtractorMessage) => {
        message.handled = true
        const { category, messageId, text } = message
        if (messageId === 'console-api-report-diff') difference = text.slice(text.indexOf('@@'))
        if (category === ExtractorMessageCategory.Compiler) errors.push(text)
      },
    })
    if (apiReportChanged) {
      const advice = values.check
        ? 'is not the public API. If it is meant, run `npm run api`'
        : 'was written anew'
      console.log(`${name} ${advice}.\n${difference}`.trimEnd())
    }
    errors.forEach((error) => console.log(error))
    if (errors.length > 0 || (apiReportChanged && values.check)) process.exitCode = 1
  }
  for (const change of await unsaidChanges(entries.map(reportOf))) {
    console.log(
      `CHANGELOG.md says nothing under Unreleased of a change of the public API: ${change}.`,
    )
    if (values.check) process.exitCode = 1
  }
})
