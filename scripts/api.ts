/**
 * Writes the report of the main entry, made from the built declarations, so that a change of the public API is seen in
 * review. `--check` only compares, and fails where they differ.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Extractor, ExtractorConfig, ExtractorMessageCategory } from '@microsoft/api-extractor'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
// A report shows the exported names and types; that they have descriptions is checked by the linter.
const file = fileURLToPath(new URL('api/api-extractor.json', import.meta.url))
const errors: string[] = []
let difference = ''
const { apiReportChanged } = Extractor.invoke(ExtractorConfig.loadFileAndPrepare(file), {
  localBuild: !values.check,
  printApiReportDiff: true,
  messageCallback: (message) => {
    message.handled = true
    const { category, messageId, text } = message
    if (messageId === 'console-api-report-diff') difference = text
    if (category === ExtractorMessageCategory.Compiler) errors.push(text)
  },
})
if (apiReportChanged) {
  const advice = values.check
    ? 'is not the public API. If it is meant, run `npm run api`'
    : 'was written anew'
  console.log(`test/systems/package/api/index.api.md ${advice}.\n${difference}`.trimEnd())
}
errors.forEach((error) => console.log(error))
if (errors.length > 0 || (values.check && apiReportChanged)) process.exitCode = 1
