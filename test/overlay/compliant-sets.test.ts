import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../../scripts/lib/document.js'
import { applyOverlays } from '../../scripts/overlay/apply.js'
import { readOverlay } from '../../scripts/overlay/read.js'

const folder = join(import.meta.dirname, 'compliant-sets')
const sets = readdirSync(folder).filter((name) => !name.includes('.'))

test.each(sets)('an overlay of the specification does what it says: %s', (name) => {
  const read = (file: string) => readFileSync(join(folder, name, file), 'utf8')
  const overlay = readOverlay('overlay.yaml', read('overlay.yaml'))
  const source = parse(read('openapi.yaml')) as Json
  expect(applyOverlays(source, [overlay]).document).toEqual(parse(read('output.yaml')))
})
