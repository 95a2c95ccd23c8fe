/** The command of the package stablecoin-issuer-mock. */
import { runMock } from './run-mock.js'

await runMock('npx stablecoin-issuer-mock')
