/**
 * Makes the folders of `test/fixtures/` with the overlay command, where what they are made from has changed. Tests import
 * them as an app imports its provider, so `npm test`, the linter and the compiler run this first.
 */
import { makeOnce } from './lib/make-once.js'

const parcels = 'test/support/parcels/parcels.overlay.yaml'
const fixtures = {
  acme: ['openapi/guides/examples/your-provider/acme.overlay.yaml'],
  issuer: ['test/support/acme.overlay.yaml'],
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
  await makeOnce(`${folder}/.sha256`, [...overlays, ...sources], async () => {
    // To load it takes a second.
    const { overlayCommand } = await import('./overlay/command.js')
    const { readSource } = await import('./overlay/source.js')
    await overlayCommand([...overlays, '--out', folder], readSource, () => undefined)
  })
}
