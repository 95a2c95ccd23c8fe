/** Serves the document with a token server, until it is interrupted. */
import { runMock } from '../src/mock/command.js'

await runMock('npm run mock --')
