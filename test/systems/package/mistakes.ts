import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../support/run.js'
import { type Check, none } from './project.js'

/** Mistakes, by the package whose command is given them. */
const given: readonly (readonly string[])[] = [
  ['stablecoin-issuer-overlay', 'bad.overlay.yaml', '--out', 'out'],
  ['stablecoin-issuer-overlay', 'bad.overlay.yaml', '--out', 'out', '--no-such-option'],
  ['stablecoin-issuer-mock', '--provider', 'no-such-folder'],
  ['stablecoin-issuer-mock', '--no-such-option'],
]

const overlay = `overlay: 1.0.0
info: { title: Bad, version: 1.0.0 }
actions: [{ target: $.nothing, update: { a: 1 } }]
`

/** A packed command says in one line what is wrong: no stack, and nothing of where it is installed. */
export const mistakes: Check = {
  about: 'mistakes',
  async run({ app }) {
    await writeFile(join(app, 'bad.overlay.yaml'), overlay)
    const problems: string[] = []
    for (const command of given) {
      const { code, output } = await run(['npx', '--no-install', ...command], { cwd: app })
      const isSentence = /^(?!.*node_modules).{10,200}\n$/.test(output)
      if (code !== 1 || !isSentence)
        problems.push(`${command.join(' ')} ended with ${code}:\n${output}`)
    }
    none(problems)
    return `${given.length}, each told in one line`
  },
}
