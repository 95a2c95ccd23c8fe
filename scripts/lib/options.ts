/** What is said of the options where they are declared, in src/: for the tables of the guide. */
import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import type { OptionRule } from '../../src/shared/check-options.js'
import { markdownTable } from './record.js'

type Rules = Readonly<Record<string, OptionRule<unknown, unknown>>>

/** The tables of the guide: of a client, of a call and of `clientCredentials`, in the order of their declaration. */
export async function optionTables(): Promise<string> {
  // Imported late: what these import themselves may just have been generated.
  const { clientOptions, callOptions } = await import('../../src/options.js')
  const { credentialsOptions } = await import('../../src/auth/client-credentials.js')
  const ofCall = Object.keys(callOptions).join(', ')
  return [
    await tableOf('createClient', clientOptions, 'src/options.ts'),
    `A call takes \`{ ${ofCall} }\` as its second argument. \`clientCredentials\` keeps one token for all operations, renews it before it expires, and gets a new one once after the service refused it:`,
    await tableOf('clientCredentials', credentialsOptions, 'src/auth/client-credentials.ts'),
  ].join('\n\n')
}

/** @throws Error for an option whose comment lacks a sentence, or names another default than the code has */
async function tableOf(owner: string, rules: Rules, file: string): Promise<string> {
  const comments = commentsIn(file, await readFile(file, 'utf8'))
  const rows = Object.entries(rules).map(([name, [fits, , byDefault]]) => {
    const place = `${file}: ${name}`
    const comment = comments.get(name)
    const description = ts.getTextOfJSDocComment(comment?.comment)?.replaceAll(/\s+/g, ' ') ?? ''
    const [sentence] = /^.+?(?=\.(?:\s|$))/.exec(description) ?? []
    if (sentence === undefined) throw new Error(`${place} has no comment that says what it does`)
    const tag = comment?.tags?.find(({ tagName }) => tagName.text === 'default')
    const written = ts.getTextOfJSDocComment(tag?.comment)?.replaceAll(/\s+/g, ' ') ?? ''
    const isLiteral = /^(?:[\d_.]+|true|false|'.*')$/.test(written)
    const literal = typeof byDefault === 'string' ? `'${byDefault}'` : String(byDefault)
    if ((isLiteral || byDefault !== undefined) && written.replaceAll(/(?<=\d)_/g, '') !== literal)
      throw new Error(`${place} is ${literal} by default, and its comment says "${written}"`)
    const shown = isLiteral ? `\`${written}\`` : written
    return [`\`${name}\``, fits(undefined, {}) ? shown : 'needed', sentence]
  })
  return markdownTable([`Of \`${owner}\``, 'Default', 'Meaning'], rows)
}

/** The comments on the members of objects; of two with one name, the first: a client's options come before those of a call. */
function commentsIn(file: string, text: string): Map<string, ts.JSDoc> {
  const comments = new Map<string, ts.JSDoc>()
  const visit = (node: ts.Node): void => {
    const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)
    const name = ts.isObjectLiteralElementLike(node) ? node.name?.getText() : undefined
    if (comment && name !== undefined && !comments.has(name)) comments.set(name, comment)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
  return comments
}
