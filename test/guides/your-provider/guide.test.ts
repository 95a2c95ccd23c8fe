import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { overlayCommand } from '../../../scripts/overlay/command.js'
import { readSource } from '../../../scripts/overlay/source.js'
import { blocksOf } from '../../support/guides.js'
import { scratchFolder } from '../../support/scratch-folder.js'

const folder = scratchFolder()

it("each part of the guide's overlay is added to the same file, and made into the same folder", async () => {
  const [file, out] = [join(folder, 'acme.overlay.yaml'), join(folder, 'acme')]
  const parts = blocksOf('your-provider.md').filter(({ language }) => language === 'yaml')
  let text = ''
  for (const [at, part] of parts.entries()) {
    text += at === 0 ? part.text : part.text.replaceAll(/^/gm, '  ').trimEnd() + '\n'
    writeFileSync(file, text)
    const lines: string[] = []
    await overlayCommand([file, '--out', out, '--js'], readSource, (line) => lines.push(line))
    expect(lines.at(-1), part.source).toMatch('Written into')
  }
})
