/**
 * Makes the folders of `test/fixtures/` with the overlay command, where what they are made from has changed. Tests import
 * them as an app imports its provider, so `npm test`, the linter and the compiler run this first.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { filesOf } from './build/stamp.js'

const parcels = 'test/support/parcels/parcels.overlay.yaml'
const fixtures = {
  acme: ['openapi/guides/examples/your-provider/acme.overlay.yaml'],
  parcels: [parcels],
  provider: [parcels, 'test/support/provider/acme.overlay.yaml'],
}
/** The document and the programs that make the folders. */
const sources = [
  'openapi/openapi.yaml',
  'scripts',
  'src/document',
  'src/shared',
  'package-lock.json',
]

for (const [name, overlays] of Object.entries(fixtures)) {
  const folder = `test/fixtures/${name}`
  const sum = async (): Promise<string> => {
    const hash = createHash('sha256')
    for (const file of await filesOf('.', [folder, ...overlays, ...sources]))
      hash.update(await readFile(file))
    return hash.digest('hex')
  }
  const stamp = `${folder}.sha256`
  if ((await readFile(stamp, 'utf8').catch(() => '')) === (await sum())) continue
  // To load it takes a second.
  const { overlayCommand } = await import('./overlay/command.js')
  const { readSource } = await import('./overlay/source.js')
  await overlayCommand([...overlays, '--out', folder], readSource, () => undefined)
  await writeFile(stamp, await sum())
}
