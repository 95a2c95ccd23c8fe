/** Serves the document with a token server, until it is interrupted. */
import { step } from './lib/step.js'

step('Loading the mock')
// It loads for two seconds: the first line does not wait for it.
const { runMock } = await import('./mock/command.js')

await runMock('npm run mock --')
