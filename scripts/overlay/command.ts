/** The command `stablecoin-issuer-overlay`, over a source document that is given. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { packageImports, writeFolder } from '../generate/write/folder.js'
import { type Document, type Json, listOperations, type Node } from '../lib/document.js'
import { type Applied, applyOverlays } from './apply.js'
import { describeChanges, type ProviderData } from './changes.js'
import { assertOwn, type Files, readFolder, staleNames, writeFiles } from './folder.js'
import { toJavaScript } from './java-script.js'
import { type Location, type Overlay, readOverlay } from './read.js'

/** Our own document, bundled, and what is made of it without an overlay. */
export interface Source {
  readonly document: Document
  readonly provider: ProviderData
}

const help = `stablecoin-issuer-overlay FILE... --out DIR [--js] [--check]

Applies OpenAPI Overlays (1.0 to 1.2), in their order, to the document of
stablecoin-issuer-api, and writes into DIR what its option \`provider\` takes.

  --out DIR  the folder to write; nothing in it is edited
  --js       JavaScript with declarations instead of TypeScript
  --check    write nothing, and fail where DIR is not what FILE gives`

const options = {
  out: { type: 'string' },
  js: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const header = '// Made by stablecoin-issuer-overlay'

/** @throws Error in a sentence */
export async function overlayCommand(
  args: string[],
  readSource: () => Promise<Source>,
  say: (line: string) => void,
): Promise<void> {
  const { values, positionals: names } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) return say(help)
  const { out, js, check } = values
  if (names.length === 0 || out === undefined)
    throw new Error(`An overlay and --out are needed.\n\n${help}`)
  const source = await readSource()
  const overlays = await Promise.all(names.map(readFileOf))
  const applied = applyOverlays(source.document as unknown as Json, overlays)
  assertReferences(applied)
  const files = await makeFiles(
    applied,
    `${header} from ${names.map((name) => basename(name)).join(', ')}. Do not edit.\n`,
  )
  const made = js ? toJavaScript(files) : files
  const kept = await readFolder(out)
  const stale = staleNames(kept, made)
  if (check) {
    const command = ['stablecoin-issuer-overlay', ...args.filter((one) => one !== '--check')]
    if (stale.length > 0)
      throw new Error(
        `${out} is not what ${names.join(', ')} gives: ${stale.join(', ')}. Run: ${command.join(' ')}`,
      )
    return say(`${out} is what ${names.join(', ')} gives.`)
  }
  assertOwn(out, kept, made, header)
  await writeFiles(out, kept, made)
  const provider = JSON.parse(files['provider.json'] ?? '') as ProviderData
  for (const line of describeChanges(source.provider, provider)) say(line)
  say(`${out}: ${Object.keys(made).join(', ')}`)
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

/** @throws Error with the line that made a reference, or that removed what it leads to */
function assertReferences({ document, errorAt }: Applied, node = document, place: Location = []) {
  if (node === null || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node)) {
    const at = [...place, key]
    assertReferences({ document, errorAt }, value, at)
    if (key !== '$ref' || typeof value !== 'string') continue
    const names = value.split('/').slice(1)
    const target = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const found = target.reduce<unknown>((one, name) => (one as Node | undefined)?.[name], document)
    const sentence = `the document has no ${value}, which ${place.join(' ')} needs`
    if (found === undefined)
      throw errorAt(at, sentence) ?? errorAt(target, sentence) ?? new Error(sentence)
  }
}

async function makeFiles({ document, errorAt }: Applied, firstLine: string): Promise<Files> {
  const whole = document as unknown as Document
  try {
    return await writeFolder(whole, { header: firstLine, imports: packageImports })
  } catch (error) {
    const { message } = error as Error
    const named = listOperations(whole).find(
      ({ id, method, path }) =>
        message.includes(`${method} ${path}`) || new RegExp(`\\b${id}\\b`).test(message),
    )
    throw (named && errorAt(['paths', named.path, named.method.toLowerCase()], message)) ?? error
  }
}
