/** Makes a client of the document in each language, compiles it, and calls the mock with it. Words choose languages. */
import { trialsTable, tryAll } from '../../support/trials.js'
import { clientTrial, head } from './clients.js'
import { rows } from './rows.js'

const { tried } = await tryAll(rows.map(clientTrial), process.argv.slice(2))
console.log(`\n${trialsTable(['Language', ...head], tried)}`)
