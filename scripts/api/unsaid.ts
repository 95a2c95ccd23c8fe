import { readFile } from 'node:fs/promises'
import { unreleased } from '../lib/changelog.js'
import { lastRelease, tryGit } from '../lib/git.js'

/** The declarations of a report: their lines by their first one, without the body. */
function declarations(report: string): Map<string, string[]> {
  const blocks = report.split(/^\/\/ @public.*$/m).slice(1)
  return new Map(
    blocks.map((block) => {
      const [first = '', ...rest] = block.split('\n').filter((line) => /^[^/]*\w/.test(line))
      return [first.replace(/\b(?:extends|implements)\b.*|[={(:].*/, '').trim(), [first, ...rest]]
    }),
  )
}

const nameIn = (line: string): string =>
  /^\s*(?:(?:export|readonly|static|abstract|class|interface|type|const|function|enum)\s+)*(\w+)/.exec(
    line,
  )?.[1] ?? ''

/** The words in quotes, such as the operations of a union. */
const quotedIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => [...line.matchAll(/"(\w+)"/g)].map(([, word = '']) => word))

/** The operation that a type of its input or its answer is named after. */
function operationOf(type: string): string[] {
  const [, first, rest] = /^([A-Z])(\w+?)(?:Parameters|Request|Response)$/.exec(type) ?? []
  return first !== undefined && rest !== undefined ? [first.toLowerCase() + rest] : []
}

/**
 * What changed in a report, as lists of names of which the changelog has to say one. Of declarations that are not
 * exported, such as the options of a client, only members of their own that are new, or gone, count.
 */
export function changedNames(before: string, now: string): string[][] {
  const [old, made] = [declarations(before), declarations(now)]
  const [oldNames, newNames] = [before, now].map((text) => new Set(text.split('\n').map(nameIn)))
  return [...new Set([...old.keys(), ...made.keys()])].flatMap((key) => {
    const [was = [], is = []] = [old.get(key), made.get(key)]
    const lines = [
      ...was.filter((line) => !is.includes(line)),
      ...is.filter((line) => !was.includes(line)),
    ]
    const owner = nameIn(key)
    const members = [...new Set(lines.map(nameIn))].filter((name) => !['', owner].includes(name))
    if (key.startsWith('export ')) {
      const [old, made] = [quotedIn(was), quotedIn(is)]
      const quoted = quotedIn(lines).filter((word) => old.includes(word) !== made.includes(word))
      const names = new Set([owner, ...members, ...operationOf(owner), ...quoted])
      return lines.length > 0 ? [[...names]] : []
    }
    if (was.length === 0 || is.length === 0) return []
    const own = new Set(lines.filter((line) => /^ {4}\w/.test(line)).map(nameIn))
    const isOther = (name: string) => oldNames?.has(name) !== newNames?.has(name)
    return members.filter((name) => own.has(name) && isOther(name)).map((name) => [name])
  })
}

/**
 * What of the public API changed since the last release, or since the branch left `main` where there is none,
 * without a word about it that was added to the changelog.
 */
export async function unsaidChanges(report: string): Promise<string[]> {
  const base =
    (await lastRelease()) ??
    (await tryGit('merge-base', 'HEAD', 'origin/main')) ??
    (await tryGit('merge-base', 'HEAD', 'main'))
  if (base === undefined) return []
  const at = async (file: string): Promise<string> =>
    (await tryGit('show', `${base}:${file}`)) ?? ''
  const said = new Set(unreleased(await at('CHANGELOG.md')).split('\n'))
  const entries = unreleased(await readFile('CHANGELOG.md', 'utf8')).split('\n')
  const added = entries.filter((line) => !said.has(line)).join('\n')
  const changes = changedNames(await at(report), await readFile(report, 'utf8'))
  const isSaid = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(added)
  const unsaid = changes.filter((names) => !names.some(isSaid))
  return [...new Set(unsaid.map((names) => names.join(', ')))]
}
