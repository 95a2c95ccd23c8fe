/** Serves the document with a token server, until it is interrupted. */
import { step } from './lib/step.js'

step('Starting the mock')
const { runMock } = await import('../src/mock/command.js')
await runMock('npm run mock --')
