import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { document } from '../support/document.js'
import { root } from '../support/run.js'

/** What a program that installed the package gets under these names. */
const packaged = createRequire(join(root, 'package.json')).resolve

it('the document that the package carries is the same in YAML and in JSON, with the samples', async () => {
  for (const name of ['openapi.json', 'openapi.yaml']) {
    const text = await readFile(packaged(`stablecoin-issuer-api/${name}`), 'utf8')
    expect(parse(text)).toEqual(document)
  }
})
