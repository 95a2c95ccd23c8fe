/** The command `stablecoin-issuer-overlay`, over a source document that is given. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFolder } from '../generate/write/folder.js'
import { type Json, placeOf } from '../lib/document.js'
import { errorsIn, together } from '../lib/each.js'
import { type Files, readFolder, staleNames, writeFiles } from '../lib/folder.js'
import { type Applied, applyOverlays } from './apply.js'
import { describeChanges, ignoredParameters, type Side } from './changes.js'
import { toJavaScript } from './java-script.js'
import { findLost, pairsOf, type ProviderData } from './kept.js'
import { findUnread } from './marks.js'
import { assertOwn, assertSame, mark, withSums } from './own.js'
import { type Overlay, readOverlay } from './read.js'
import { withoutRefused } from './refused.js'
import { assertOpenApi, withLine } from './validate.js'

/** Our own document, bundled, and what is made of it without an overlay. */
export interface Source extends Side {
  /** How the command is called. */
  readonly program: string
}

const help = `stablecoin-issuer-overlay FILE... --out DIR [--js] [--check] [--force]

Applies OpenAPI Overlays (1.0 to 1.2), in their order, to the document of
stablecoin-issuer-api, and writes into DIR what its option \`provider\` takes.

  --out DIR  the folder to write; nothing in it is edited
  --js       JavaScript with declarations instead of TypeScript
  --check    write nothing, and fail where DIR is not what FILE gives
  --force    replace a DIR of other overlays, or of another form (--js)`.split('\n')

const options = {
  out: { type: 'string' },
  js: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** A line of what others wrote, such as a path: no character in it forges another line, or erases one. */
const plainLine = (line: string): string =>
  line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ''}}`)

/** @throws Error of a sentence, or of several lines */
export async function overlayCommand(
  args: string[],
  readSource: () => Promise<Source>,
  print: (line: string) => void,
): Promise<void> {
  await run(args, readSource, (line) => print(plainLine(line))).catch((error: unknown) => {
    const lines = errorsIn(error).map((one) => (typeof one === 'string' ? one : one.message))
    throw new Error(lines.map(plainLine).join('\n'))
  })
}

/** @throws Error in a sentence, or an AggregateError of the lines of several */
async function run(
  args: string[],
  readSource: () => Promise<Source>,
  say: (line: string) => void,
): Promise<void> {
  const { values, positionals: names } = parseArgs({ args, options, allowPositionals: true })
  const { out, js, check, force } = values
  if (values.help) {
    for (const line of help) say(line)
    return
  }
  if (names.length === 0 || out === undefined)
    throw new AggregateError(['An overlay and --out are needed.', '', ...help])
  const source = await readSource()
  const overlays = await Promise.all(names.map(readFileOf))
  const applied = applyOverlays(source.document, overlays)
  const { files, provider, unfit } = await writeProvider(applied, names, source)
  const made = withSums(js ? toJavaScript(files) : files)
  const onFolder = (error: unknown): never => {
    throw new Error(
      `${out} is no folder to write into: ${(error as Error).message}. Name another folder.`,
    )
  }
  const kept = await readFolder(out).catch(onFolder)
  const sources = names.join(', ')
  if (check) {
    const stale = staleNames(kept, made)
    const command = args.filter((one) => one !== '--check').join(' ')
    if (stale.length > 0)
      throw new Error(
        `${out} is not what ${sources} gives: ${stale.join(', ')}. Run: ${source.program} ${command}`,
      )
    say(`${out} is what ${sources} gives.`)
    return
  }
  assertOwn(out, kept, made)
  if (!force) assertSame(out, kept, made)
  await writeFiles(out, kept, made).catch(onFolder)
  for (const line of describeChanges(source, { document: applied.document, provider })) say(line)
  const ignored = ignoredParameters(provider)
  if (ignored.length > 0) say('Parameters that the fake and the mock ignore:')
  for (const line of ignored) say(`  ${line}`)
  if (unfit.length > 0) say('Examples that do not fit their schema, for the overlay to update:')
  for (const line of unfit) say(`  ${line}`)
  say(`Written into ${out}: ${Object.keys(made).join(', ')}`)
}

/** Makes the files, of a document that is checked as the last action left it. */
async function writeProvider(
  applied: Applied,
  names: readonly string[],
  source: Source,
): Promise<{ files: Files; provider: ProviderData; unfit: readonly string[] }> {
  const unfit = await assertOpenApi(applied)
  const { errors, document } = withoutRefused(applied)
  if (document === undefined) throw together(errors)
  const files = await writeFolder(document, {
    // A name may have a line break, after which code would begin.
    header: `${mark} from ${names.map((name) => basename(name).replace(/[\p{C}\p{Z}]/gu, ' ')).join(', ')}. Do not edit.\n`,
  }).catch((error: unknown) => {
    throw withLine(applied, error as Error)
  })
  const provider = JSON.parse(files['provider.json'] ?? '') as ProviderData
  const operations = Object.values(source.provider.operations)
  const references = operations.flatMap(({ referenceField = [] }) => referenceField)
  const taken = { ...applied, document: document as object as Json }
  const { marked, errors: unread } = findUnread(taken, references)
  const pairs = pairsOf(source.provider, provider)
  // An operation of ours that is refused is not gone, and each is refused in one sentence.
  const kept = pairs.filter(([, now]) =>
    now === undefined
      ? errors.length === 0
      : !unread.some(({ message }) => message.includes(placeOf(now))),
  )
  const all = [...errors, ...unread, ...findLost(taken, kept, marked)]
  if (all.length > 0) throw together(all)
  return { files, provider, unfit }
}

async function readFileOf(name: string): Promise<Overlay> {
  const text = await readFile(name, 'utf8').catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${(error as Error).message}`)
  })
  const overlay = readOverlay(name, text)
  if (overlay.extends !== undefined && !/(?:^|\/)openapi\.(?:yaml|json)$/.test(overlay.extends))
    throw overlay.errorAt(
      ['extends'],
      `${overlay.extends} is not read: an overlay is applied to the document of stablecoin-issuer-api; leave extends out`,
    )
  return overlay
}
