import { expect, it } from 'vitest'
import { wrongWords } from '../../scripts/lint/prose.js'

it('the words of the prose are named with their line and with what to write instead', async () => {
  const text =
    '# Words\n\nThe proxy has an\nauthority of its own, and `alone` is code.\n\n- Reckoned.\n'
  expect(await wrongWords('one.md', text)).toEqual([
    'one.md:3: Incorrect term: “an authority of its own”, use “its own authority” instead',
    'one.md:4: Incorrect term: “authority of its own”, use “private CA” instead',
    'one.md:6: Incorrect term: “Reckoned”, use “Estimate” instead',
  ])
})

it('the words of the prose are looked for in the descriptions of a YAML file', async () => {
  const text =
    'a:\n  summary: It is told as\n  description: |\n    First.\n    By you alone.\n  alone: alone\n'
  expect(await wrongWords('a.yaml', text)).toEqual([
    'a.yaml:2: Incorrect term: “is told as”, use “is reported as” instead',
    'a.yaml:5: Incorrect term: “alone”, use “only” instead',
  ])
})

it('the words of the prose are left in code, and where they mean something else', async () => {
  const text = 'Leave it alone: it is left alone.\n\n```sh\necho whoever\n```\n'
  expect(await wrongWords('one.md', text)).toEqual([])
})
