import { overlayCommand } from './command.js'
import { readSource } from './source.js'

await overlayCommand(process.argv.slice(2), readSource, console.log).catch((error: unknown) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
