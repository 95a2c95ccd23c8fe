/**
 * What `npm version` runs between raising the version of the package and committing it: moves the changelog's entries,
 * and, where the document changed since the last release, raises its version by as much and keeps the copy that later
 * changes are compared with.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { moveUnreleased, unreleased } from '../lib/changelog.js'
import type { Document } from '../lib/document.js'
import { git } from '../lib/git.js'
import { today } from '../lib/record.js'
import { newScopes } from '../lib/scopes.js'
import { shown } from './command.js'

import '../lib/plain-errors.js'

type Version = readonly [major: number, minor: number, patch: number]

const written = 'openapi/openapi.yaml'
const made = 'generated/openapi.yaml'
const kept = 'openapi/released.yaml'

function read(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number)
  return [major, minor, patch]
}

/** By how much a version was raised: 0 major, 1 minor, 2 patch. */
function levelBetween(from: Version, to: Version): number {
  return from.findIndex((part, place) => part !== to[place])
}

function raise(version: Version, level: number): string {
  return version
    .map((part, place) => (place < level ? part : place === level ? part + 1 : 0))
    .join('.')
}

function isBelow(one: Version, other: Version): boolean {
  const place = levelBetween(one, other)
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0)
}

const { npm_old_version: before = '', npm_new_version: after = '' } = process.env
const levels = ['major', 'minor', 'patch']

async function raiseDocument(entries: string): Promise<void> {
  const now = await readFile(made, 'utf8')
  const last = await readFile(kept, 'utf8').catch(() => undefined)
  if (now === last) return
  // The first release has the document's version as it is.
  if (last === undefined) return copyFile(made, kept)
  const { names: added, sentence } = newScopes(parse(last) as Document, parse(now) as Document)
  const unsaid = added.filter((scope) => !entries.includes(scope))
  if (sentence !== undefined && unsaid.length > 0)
    throw new Error(`CHANGELOG.md does not name ${unsaid.join(', ')}. ${sentence}`)
  const versionOf = (text: string) => (parse(text) as { info: { version: string } }).info.version
  const level = levelBetween(read(before), read(after))
  const [from, to] = [read(versionOf(last)), read(versionOf(now))]
  if (isBelow(from, to) && levelBetween(from, to) < level)
    throw new Error(
      `the document went from ${versionOf(last)} to ${versionOf(now)}, which is more than a ${levels[level] ?? ''} release`,
    )
  const least = raise(from, level)
  // It may have been raised more than once since the last release.
  const next = isBelow(read(least), to) ? versionOf(now) : least
  const text = await readFile(written, 'utf8')
  await writeFile(written, text.replace(/^( {2}version: ).*$/m, `$1${next}`))
  shown(['npm', 'run', '--silent', 'generate'], '.')
  shown(['npm', 'run', '--silent', 'diff', '--', '--quiet', '--base', kept], '.')
  await copyFile(made, kept)
}

const changelog = await readFile('CHANGELOG.md', 'utf8')
if (unreleased(changelog) === '') throw new Error('CHANGELOG.md says nothing under Unreleased')
await writeFile('CHANGELOG.md', moveUnreleased(changelog, after, today()))
await raiseDocument(unreleased(changelog))
// The package's own version is among what is generated.
shown(['npm', 'run', '--silent', 'generate'], '.')
await git('.', 'add', 'CHANGELOG.md', 'openapi', 'generated')
