/** Checks the prose of Markdown files, and of descriptions in YAML, against the words of `words.yaml`. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import {
  TextlintKernel,
  type TextlintKernelOptions,
  type TextlintKernelPlugin,
  type TextlintKernelRule,
} from '@textlint/kernel'
import { isScalar, LineCounter, parse, parseDocument, visit } from 'yaml'

const list = readFileSync(new URL('words.yaml', import.meta.url), 'utf8')
const terms = Object.entries(parse(list) as Record<string, string>).map(([wrong, right]) => [
  // A line may end between two words.
  wrong.replaceAll(' ', String.raw`\s+`),
  right,
])
const require = createRequire(import.meta.url)
const { default: plugin } = require('@textlint/textlint-plugin-markdown') as {
  default: TextlintKernelPlugin['plugin']
}
const { default: rule } = (await import(require.resolve('textlint-rule-terminology'))) as {
  default: TextlintKernelRule['rule']
}
const options: TextlintKernelOptions = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin }],
  rules: [{ ruleId: 'terminology', rule, options: { terms, defaultTerms: false, skip: [] } }],
}

/** A line for each word of a file that should be another. Code is not looked at. */
export async function wrongWords(file: string, text: string): Promise<string[]> {
  const texts = extname(file) === '.md' ? [{ text, line: 1 }] : descriptionsOf(text)
  const kernel = new TextlintKernel()
  const found = texts.map(async ({ text, line }) => {
    const { messages } = await kernel.lintText(text, options)
    return messages.map(
      ({ message, loc }) => `${file}:${line + loc.start.line - 1}: ${message.replace(/\s+/g, ' ')}`,
    )
  })
  return (await Promise.all(found)).flat()
}

const described = new Set(['title', 'summary', 'description'])

/** The prose of a YAML file, each text with the line where it begins. */
function descriptionsOf(source: string): { text: string; line: number }[] {
  const lines = new LineCounter()
  const texts: { text: string; line: number }[] = []
  visit(parseDocument(source, { lineCounter: lines }), {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return
      if (!described.has(String(key.value))) return
      const { line } = lines.linePos(value.range?.[0] ?? 0)
      // The text of a block begins below its indicator.
      const isBlock = value.type === 'BLOCK_LITERAL' || value.type === 'BLOCK_FOLDED'
      texts.push({ text: value.value, line: isBlock ? line + 1 : line })
    },
  })
  return texts
}
