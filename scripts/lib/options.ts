/** What is said of the options where they are declared, in src/: for the tables of the README and of the guide. */
import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import type { OptionRule } from '../../src/shared/check-options.js'
import { markdownTable } from './record.js'

export interface DocumentedOption {
  readonly name: string
  readonly optional: boolean
  /** What holds without it, in Markdown; empty where nothing does. */
  readonly byDefault: string
  /** The first sentence, without its full stop. */
  readonly sentence: string
}

type Rules = Readonly<Record<string, OptionRule<unknown, unknown>>>

/** The options that most programs set, in the order of the README. */
const common = ['baseUrl', 'auth', 'provider', 'journal', 'totalTimeout']

/** The table of the README. */
export async function commonOptionsTable(): Promise<string> {
  const options = await optionsOfClient()
  const rows = common.flatMap((name) => options.filter((option) => option.name === name))
  return optionTable('Option', rows)
}

/** The tables of the guide: of a client, of a call and of `clientCredentials`, in the order of their declaration. */
export async function optionTables(): Promise<string> {
  // Imported late: what it imports itself may just have been generated.
  const { credentialsOptions } = await import('../../src/auth/client-credentials.js')
  const file = 'src/auth/client-credentials.ts'
  const ofCredentials = await documented(credentialsOptions, file, 'credentialsOptions')
  return [
    optionTable('Of `createClient`', await optionsOfClient()),
    `${await optionsOfCall()} \`clientCredentials\` keeps one token for all operations, renews it before it expires, and gets a new one once after the service refused it:`,
    optionTable('Of `clientCredentials`', ofCredentials),
  ].join('\n\n')
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

async function optionsOfClient(): Promise<DocumentedOption[]> {
  const { clientOptions } = await import('../../src/options.js')
  return documented(clientOptions, 'src/options.ts', 'clientOptions')
}

async function optionsOfCall(): Promise<string> {
  const { callOptions } = await import('../../src/options.js')
  const options = await documented(callOptions, 'src/options.ts', 'callOptions')
  const names = options.map(({ name }) => name).join(', ')
  return `A call takes \`{ ${names} }\` as its second argument.`
}

/** @throws Error for an option whose comment lacks a sentence, or names another default than the code has */
export async function documented(
  rules: Rules,
  file: string,
  constant: string,
): Promise<DocumentedOption[]> {
  const source = ts.createSourceFile(
    ...[file, await readFile(file, 'utf8')],
    ...[ts.ScriptTarget.ES2022, true],
  )
  const comments = commentsIn(source, constant)
  return Object.entries(rules).map(([name, [fits, , byDefault]]) => {
    const place = `${file}: ${constant}.${name}`
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

/** The comments on the members of a constant's object, with those of the constants that are spread into it. */
function commentsIn(source: ts.SourceFile, constant: string): Map<string, ts.JSDoc | undefined> {
  const found = new Map<string, ts.JSDoc | undefined>()
  const visit = (node: ts.Node): void => {
    if (!ts.isObjectLiteralExpression(node)) return ts.forEachChild(node, visit)
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property))
        commentsIn(source, property.expression.getText()).forEach((comment, name) =>
          found.set(name, comment),
        )
      else found.set(property.name.getText(), ts.getJSDocCommentsAndTags(property).find(ts.isJSDoc))
    }
  }
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === constant)
  if (declared?.initializer) visit(declared.initializer)
  return found
}
