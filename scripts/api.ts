/**
 * Writes the report of the main entry, made from the built declarations, so that a change of the public API is seen in
 * review. `--check` only compares, and fails where they differ.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel as Level,
  type ExtractorMessage,
  ExtractorMessageCategory,
} from '@microsoft/api-extractor'
import { inFolder } from './lib/in-folder.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = 'test/systems/package/api/index.api.md'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

/** A report shows the exported names and types; that they have descriptions is checked by the linter. */
function configure(temporary: string): ExtractorConfig {
  const declarations = join(root, 'dist/src/index.d.ts')
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: { extends: './tsconfig.json', files: [declarations] } },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: 'index',
        reportFolder: dirname(join(root, report)),
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

await inFolder('api', (temporary) => {
  const errors: string[] = []
  let difference = ''
  const { apiReportChanged } = Extractor.invoke(configure(temporary), {
    localBuild: !values.check,
    printApiReportDiff: true,
    messageCallback: (message: ExtractorMessage) => {
      message.handled = true
      const { category, messageId, text } = message
      if (messageId === 'console-api-report-diff') difference = text.slice(text.indexOf(''))
      if (category === ExtractorMessageCategory.Compiler) errors.push(text)
    },
  })
  if (apiReportChanged) {
    const advice = values.check
      ? 'is not the public API. If it is meant, run `npm run api`'
      : 'was written anew'
    console.log(`${report} ${advice}.\n${difference}`.trimEnd())
  }
  errors.forEach((error) => console.log(error))
  if (errors.length > 0 || (values.check && apiReportChanged)) process.exitCode = 1
})
