import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/run.js'
import { rows } from '../systems/faults/rows.js'

it('SECURITY.md promises what the table of faults shows, row by row', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8').replace(/ +/g, ' ')
  const promised = text.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.length).toBe(39)
  expect(promised).toEqual(
    rows.map(({ fault, demand }, index) => `| ${index + 1} | ${fault} | ${demand} |`),
  )
})
