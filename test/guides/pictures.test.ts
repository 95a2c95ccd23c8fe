import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder } from '../support/guides.js'
import { root } from '../support/run.js'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const pictures = readdirSync(join(root, folder)).filter((name) => name.endsWith('.svg'))

it.each(pictures)('%s says in words what it shows, and loads and runs nothing', (picture) => {
  const text = read(`${folder}/${picture}`)
  const open: string[] = []
  for (const [, end, name = '', empty] of text.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g))
    if (end) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name)
  expect(open).toEqual([])
  expect(text).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" [^>]*>\n {2}<title>/,
  )
  expect(text).toMatch(/<\/title>\n {2}<desc>[^<]+<\/desc>/)
  expect(text).toContain('@media (prefers-color-scheme: dark)')
  expect(text.slice(40)).not.toMatch(
    /\/\/|<(?:script|image|foreignObject)|@import|\b(?:href|on\w+)=/,
  )
  expect(Buffer.byteLength(text)).toBeLessThan(12_000)
})
