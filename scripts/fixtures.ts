/**
 * Makes the folders of `test/fixtures/` with the overlay command, where what they are made from has changed. Tests import
 * them as an app imports its provider, so `npm test`, the linter and the compiler run this first.
 */
import { makeOnce } from './lib/make-once.js'

/** By its folder, the overlay that it is made from: what the guides say of Acme, and what the tests say. */
const fixtures = {
  acme: 'openapi/guides/examples/your-provider/acme.overlay.yaml',
  issuer: 'test/support/acme.overlay.yaml',
}
/** The document and the programs that make the folders. */
const sources = [
  'openapi/openapi.yaml',
  'scripts',
  'src/document',
  'src/shared',
  'package-lock.json',
]

for (const [name, overlay] of Object.entries(fixtures)) {
  const folder = `test/fixtures/${name}`
  await makeOnce(`${folder}/.sha256`, [overlay, ...sources], async () => {
    // To load it takes a second.
    const { overlayCommand } = await import('./overlay/command.js')
    const { readSource } = await import('./overlay/source.js')
    await overlayCommand([overlay, '--out', folder], readSource, () => undefined)
  })
}
