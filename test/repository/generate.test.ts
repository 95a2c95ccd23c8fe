import { it } from 'vitest'
import { must, script } from '../support/run.js'

it('generated/, and the tables of options, are what the document and src/ give', async () => {
  await must(script('generate', '--check'))
})
