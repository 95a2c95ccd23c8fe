/** What is said of the options where they are declared, in src/: for the tables of the guide. */
import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import type { OptionRule } from '../../src/shared/check-options.js'
import { markdownTable } from './record.js'

interface DocumentedOption {
  readonly name: string
  readonly optional: boolean
  /** What holds without it, in Markdown; empty where nothing does. */
  readonly byDefault: string
  /** The first sentence, without its full stop. */
  readonly sentence: string
}

type Rules = Readonly<Record<string, OptionRule<unknown, unknown>>>

/** The tables of the guide: of a client, of a call and of `clientCredentials`, in the order of their declaration. */
export async function optionTables(): Promise<string> {
  const { ofClient, ofCall, ofCredentials } = await readOptions()
  return [
    optionTable('Of `createClient`', ofClient),
    `A call takes \`{ ${ofCall.join(', ')} }\` as its second argument. \`clientCredentials\` keeps one token for all operations, renews it before it expires, and gets a new one once after the service refused it:`,
    optionTable('Of `clientCredentials`', ofCredentials),
  ].join('\n\n')
}

/** Imports what declares them late: what that imports itself may just have been generated. */
async function readOptions() {
  const { clientOptions, callOptions } = await import('../../src/options.js')
  const { credentialsOptions } = await import('../../src/auth/client-credentials.js')
  return {
    ofClient: await documented(clientOptions, 'src/options.ts'),
    ofCall: Object.keys(callOptions),
    ofCredentials: await documented(credentialsOptions, 'src/auth/client-credentials.ts'),
  }
}

const optionTable = (title: string, options: readonly DocumentedOption[]): string =>
  markdownTable(
    [title, 'Default', 'Meaning'],
    options.map(({ name, optional, byDefault, sentence }) => [
      `\`${name}\``,
      optional ? byDefault : 'needed',
      sentence,
    ]),
  )

/** @throws Error for an option whose comment lacks a sentence, or names another default than the code has */
async function documented(rules: Rules, file: string): Promise<DocumentedOption[]> {
  const comments = commentsIn(file, await readFile(file, 'utf8'))
  return Object.entries(rules).map(([name, [fits, , byDefault]]) => {
    const place = `${file}: ${name}`
    const comment = comments.get(name)
    const description = ts.getTextOfJSDocComment(comment?.comment)?.replaceAll(/\s+/g, ' ') ?? ''
    const [sentence] = /^.+?(?=\.(?:\s|$))/.exec(description) ?? []
    if (sentence === undefined) throw new Error(`${place} has no comment that says what it does`)
    const tag = comment?.tags?.find(({ tagName }) => tagName.text === 'default')
    const said = ts.getTextOfJSDocComment(tag?.comment)?.replaceAll(/\s+/g, ' ') ?? ''
    const isLiteral = /^(?:[\d_.]+|true|false|'.*')$/.test(said)
    const literal = typeof byDefault === 'string' ? `'${byDefault}'` : String(byDefault)
    if ((isLiteral || byDefault !== undefined) && said.replaceAll(/(?<=\d)_/g, '') !== literal)
      throw new Error(`${place} is ${literal} by default, and its comment says "${said}"`)
    const shown = isLiteral ? `\`${said}\`` : said
    return { name, optional: fits(undefined, {}), byDefault: shown, sentence }
  })
}

/** The comments on the members of objects; of two with one name, the first: a client's options come before those of a call. */
function commentsIn(file: string, text: string): Map<string, ts.JSDoc> {
  const found = new Map<string, ts.JSDoc>()
  const visit = (node: ts.Node): void => {
    const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)
    const name = ts.isObjectLiteralElementLike(node) ? node.name?.getText() : undefined
    if (comment && name !== undefined && !found.has(name)) found.set(name, comment)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
  return found
}
