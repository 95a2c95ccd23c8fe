import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { overlayCommand } from '../../../scripts/overlay/command.js'
import { sourceOf } from '../../../scripts/overlay/source.js'
import { baseDocument } from '../../support/base-document.js'
import { overlaysOfReader } from '../../support/guides.js'
import { scratchFolder } from '../../support/scratch-folder.js'

const folder = scratchFolder()

it("each part of the guide's overlay is added to the same file, and made into the same folder", async () => {
  const source = sourceOf(baseDocument(), 'npx stablecoin-issuer-overlay')
  const [file, out] = [join(folder, 'acme.overlay.yaml'), join(folder, 'acme')]
  for (const text of overlaysOfReader()) {
    writeFileSync(file, text)
    const lines: string[] = []
    await overlayCommand(
      [file, '--out', out, '--js'],
      () => source,
      (line) => lines.push(line),
    )
    expect(lines.at(-1)).toMatch('Written into')
  }
})
