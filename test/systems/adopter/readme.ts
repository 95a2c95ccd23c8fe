import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/run.js'

const statement = /^import .* from '.*'\n/gm
const place = /^( *)\/\/ README: (.*)$/gm

/** The README's TypeScript, with the addresses and the client of another service than the one it shows. */
export async function readSnippets(others: Readonly<Record<string, string>>): Promise<string[]> {
  let text = await readFile(join(root, 'README.md'), 'utf8')
  for (const [shown, other] of Object.entries(others)) text = text.replaceAll(shown, other)
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, snippet = '']) => snippet)
}

/** A module of the app, and the snippets that are in it. */
export interface Filled {
  readonly text: string
  readonly used: readonly string[]
}

/**
 * Puts a snippet of the README in each place that a module of the app leaves to one: the only one with these words
 * in it. What it imports comes first.
 * @throws Error where the README has no such snippet, or several.
 */
export function fillIn(module: string, snippets: readonly string[]): Filled {
  const used: string[] = []
  const filled = module.replace(place, (_, indent: string, words: string) => {
    const [snippet, ...more] = snippets.filter((one) => one.includes(words))
    if (snippet === undefined || more.length > 0)
      throw new Error(
        `the README has ${snippet === undefined ? 'no snippet' : 'several'} with: ${words}`,
      )
    used.push(snippet)
    return snippet
      .replace(statement, '')
      .trim()
      .replace(/^(?=.)/gm, indent)
  })
  const imports = used.flatMap((snippet) => snippet.match(statement) ?? [])
  return { text: imports.join('') + filled, used }
}
