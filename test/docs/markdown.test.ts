import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { order, readGuides } from '../../scripts/docs/guides.js'
import { renderMarkdown } from '../../scripts/docs/markdown.js'
import { type BodyObject, scopesOf } from '../../scripts/lib/document.js'
import { brokenLinks } from '../../scripts/lint/links.js'
import { document, operations } from '../support/document.js'
import { guides } from '../support/guides.js'
import { resolvedBodies, wordsOf } from '../support/schema-words.js'
import { scratchFolder } from '../support/scratch-folder.js'

const folder = scratchFolder()
let all: string, llms: string
beforeAll(async () => {
  const files = renderMarkdown(document, await readGuides())
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  ;({ 'all.md': all, 'llms.txt': llms } = files)
})

it.each(operations)('all.md has the fields, rules and examples of $id', (operation) => {
  const { id, method, path, object, parameters, requestBody, responses } = operation
  const [, section = ''] = all.split(`\n## ${object.summary ?? id}\n`)
  const text = section.replace(/\n## .*/s, '')
  const words = resolvedBodies(id).flatMap(wordsOf)
  expect(words.length).toBeGreaterThan(4)
  for (const word of [...words, ...parameters.map(({ name }) => name), ...scopesOf(operation)])
    expect(text).toMatch(new RegExp(`[\`.]${word}\``))
  for (const words of [`\`${method} ${path}\` is \`${id}\``, object.description ?? ''])
    expect(text).toContain(words)
  const bodies: (BodyObject | undefined)[] = [requestBody, ...Object.values(responses)]
  for (const body of bodies)
    for (const { value } of Object.values(body?.content?.['application/json']?.examples ?? {}))
      expect(text).toContain(`\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`)
})

it('all.md has rules that no column of its tables is for', () => {
  expect(all).toMatch(/\| `amount` \| string \| yes \| pattern: `\^.+\$` \|/)
  expect(all).toContain('\n\nadditionalProperties: `false`\n\n|')
})

it.each(guides)('all.md has every line of the guide %s', (guide) => {
  const source = readFileSync(join('openapi/guides', guide), 'utf8')
  // Lines with a link, a picture or a heading, and comments, are written anew.
  const lines = source.split('\n').filter((line) => !/\]\(|^[#<]|^\| +\|/.test(line))
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(`\n${all}`).toContain(`\n${line}\n`)
})

it('llms.txt has the form of llmstxt.org, and names every guide and operation', () => {
  const [head = '', ...groups] = llms.split('\n## ')
  const [title, ...rest] = head.split('\n\n')
  expect(title).toBe(`# ${document.info.title}`)
  expect(rest.join('\n\n')).toMatch(/^> [^\n]+\n\n[^\n]+\n$/)
  const links = groups.flatMap((group) => group.trim().split('\n').slice(2))
  for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\(all\.md#[\w-]+\)(: .+)?$/)
  expect(links.length).toBe(order.length + operations.length)
})

it('the links of all.md and llms.txt lead to files and headings that exist', () =>
  expect(brokenLinks({ root: folder, files: ['all.md', 'llms.txt'] })).toEqual([]))
