/** The command of the package stablecoin-issuer-mock. */
import { runMock } from './command.js'

await runMock('npx stablecoin-issuer-mock')
