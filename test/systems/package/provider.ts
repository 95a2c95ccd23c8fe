import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overlays } from '../../support/provider/acme.js'
import { must, script } from '../../support/run.js'
import { bunProgram, denoProgram, nodeProgram } from '../runtimes/node.js'
import { toCommonJs } from './programs.js'
import { type Check, copyOf, type Packed } from './project.js'

/** What a provider's folder is written in. */
export type Form = 'TypeScript' | 'JavaScript'

/** A project of an adopter with the package and a provider's folder. */
export async function withProvider(
  packed: Packed,
  type: 'module' | 'commonjs',
  form: Form,
  more: readonly string[] = [],
): Promise<string> {
  const place = await copyOf(packed, `${form} in a ${type}`, more)
  await writeFile(join(place, 'package.json'), JSON.stringify({ private: true, type }))
  const options = form === 'JavaScript' ? ['--js'] : []
  await must(script('overlay/main', ...overlays, '--out', join(place, 'acme'), ...options))
  return place
}

const program = (folder: string): string => `
import assert from 'node:assert/strict'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { enums, provider } from '${folder}'
const client = createClient({ ...fakeIssuer({ provider }).options, provider })
const order = { depot_id: 'p', weight: '1', from_town: 'A', to_town: 'B', ref_id: 'r' }
const { id } = await client.createParcel({ ...order, purpose: 'TREASURY' })
assert.equal((await client.getParcel({ id })).ref_id, 'r')
assert.equal((await client.listParcels({ ref_id: 'r' })).parcels.length, 1)
assert.equal((await client.cancelParcel({ id })).id, id)
assert.equal(enums['Parcel.status'].length, 3)
`

/** How each runtime is started, and whether it takes types out of what it runs. */
const runtimes: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'Node.js 20.19.0': async () => [await nodeProgram('20.19.0')],
  'Node.js 22.13.0': async () => [await nodeProgram('22.13.0'), '--experimental-strip-types'],
  'Node.js 24.21.0': async () => [await nodeProgram('24.21.0')],
  'Node.js 26.10.0': async () => [await nodeProgram('26.10.0')],
  'Deno 2.9.6': async () => [
    await denoProgram('2.9.6'),
    'run',
    '--allow-read',
    '--node-modules-dir=manual',
  ],
  'Bun 1.4.5': async () => [await bunProgram('1.4.5')],
}
const withoutTypes = 'Node.js 20.19.0'

/** A runtime takes the types out of the folder, or gets it as JavaScript, which both kinds of projects load. */
export const provider: Check = {
  about: "a provider's folder",
  async run(packed) {
    const typed = await withProvider(packed, 'module', 'TypeScript')
    const plain = await withProvider(packed, 'commonjs', 'JavaScript')
    await writeFile(join(typed, 'calls.ts'), program('./acme/index.ts'))
    await writeFile(join(plain, 'calls.mjs'), program('./acme/index.js'))
    await writeFile(join(plain, 'calls.cjs'), toCommonJs(program('./acme/index.js')))
    for (const [name, start] of Object.entries(runtimes)) {
      const command = await start()
      if (name !== withoutTypes) await must([...command, 'calls.ts'], { cwd: typed })
      for (const file of ['calls.mjs', 'calls.cjs']) await must([...command, file], { cwd: plain })
    }
    return `four calls by TypeScript without a compiler, and by JavaScript that is imported and required: ${Object.keys(runtimes).join(', ')} (${withoutTypes} takes no TypeScript)`
  },
}
