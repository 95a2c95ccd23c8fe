import { overlayCommand } from './command.js'
import { readSource } from './source.js'

import '../lib/plain-errors.js'

await overlayCommand(process.argv.slice(2), readSource, console.log)
