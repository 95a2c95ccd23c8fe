/** The command of the package stablecoin-issuer-mock. */
import { runMock } from '../main.js'

await runMock('npx stablecoin-issuer-mock')
