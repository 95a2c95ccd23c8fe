/** The command of the package stablecoin-issuer-mock. */
import { runMock } from './command.js'

await runMock('npx --no-install stablecoin-issuer-mock')
