import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { ClientError, type ErrorCode } from '../../src/index.js'
import { examples } from '../../openapi/guides/examples/errors-and-outcomes/examples.js'
import { textOf } from '../../test/support/guides.js'

/** What someone does who meets an error. What happened, and what the error holds, is said in `src/errors.ts`. */
const advice: Record<ErrorCode, string> = {
  ERR_INVALID_REQUEST:
    'Correct the body: each of `issues` names a field and says what is expected. Then call again.',
  ERR_MISSING_SCOPE:
    'Ask the service to grant your client the scope, and name it in `scopes` if you list them yourself. Then call again.',
  ERR_AUTHENTICATION:
    'With a `status` below 500: check the token URL, the id and the secret. Without one, or from 500 on: the token endpoint is down or cannot be reached. Give that alert its own label, such as `(error.status ?? 500) < 500 ? error.code : "token_unreachable"`. `error` and `errorDescription` are what the token endpoint said. With `not_sent` no token could be had; with `rejected` the service refused the token, and a new one as well.',
  ERR_BEFORE_SEND:
    'Repair what `beforeSend` or the journal needs, such as its database: `cause` is what it threw. Then call again.',
  ERR_SENT_BEFORE:
    'Do not send it again under another `ref_id`. Look up what became of the earlier call: a journal does so with the same call after `lookUpAt`; see [After unknown](after-unknown.md).',
  ERR_REFERENCE_REUSED:
    'Compare the bodies: `fields` names what differs. Repeat the old body as it was, and you get what became of it. Give it another `ref_id` only if it is another conversion; after any other `state` than `succeeded`, find out what became of the earlier one first.',
  ERR_CONNECTION:
    'With `not_sent`: call again later, and check the address, the proxy and the certificates if it lasts. With `unknown`: look the conversion up before you send it again.',
  ERR_TIMEOUT:
    'With `not_sent`: call again. With `unknown`: look the conversion up before you send it again; an address can be put again as it is. If it happens often, raise `timeout` and `totalTimeout`.',
  ERR_ABORTED:
    'Your own `signal` ended the call. With `not_sent` nothing has to be done. With `unknown`: look the conversion up, because aborting does not take back what was sent.',
  ERR_API:
    'Read `status`, and `body` where there is one. With `rejected` the service did nothing: after a 429 send it again later, after a 403 ask those who run the credentials, otherwise correct the request. With `unknown` it may have done it: look the conversion up. `retryAfter` says how many seconds the service asks you to wait.',
  ERR_INVALID_RESPONSE:
    'Do not send it again. The service may have carried it out, also where the body is an error, so look the conversion up by its `ref_id`, and report `body` and `requestId` to the service.',
}

interface Kind {
  readonly code: ErrorCode
  readonly name: string
  readonly meaning: string
  /** What it holds beside what every error holds. */
  readonly members: readonly { readonly name: string; readonly meaning: string }[]
}

const file = 'openapi/guides/examples/errors-and-outcomes/examples.ts'

/** The sections of the guide "Errors and outcomes": from the comments of `src/errors.ts`, and from calls that fail. */
export async function errorSections(): Promise<string> {
  const kinds = readKinds(await readFile('src/errors.ts', 'utf8'))
  const sections: string[] = []
  // One after the other: they share an issuer.
  for (const { code, name, meaning, members } of kinds) {
    const error: unknown = await examples[code]().catch((thrown: unknown) => thrown)
    if (!ClientError.is(error) || error.code !== code)
      throw new Error(`the example of ${code} gives ${String(error)}`)
    const held = members.map((member) => `\`${member.name}\`: ${member.meaning}`)
    const section = [
      `## ${code}`,
      `**What happened** (\`${name}\`): ${meaning}`,
      `**What to do:** ${advice[code]}`,
      ...(held.length === 0 ? [] : ['It also holds', held.map((one) => `- ${one}`).join('\n')]),
      `<!-- ${file}#${code} -->`,
      `\`\`\`ts\n${textOf(`${file}#${code}`)}\`\`\``,
      `\`\`\`text\n${error.name}: ${error.message}\n\`\`\``,
    ]
    sections.push(section.join('\n\n'))
  }
  return sections.join('\n\n')
}

/** The classes of errors that have a code, in the order of the file. */
function readKinds(text: string): Kind[] {
  const file = ts.createSourceFile('errors.ts', text, ts.ScriptTarget.ESNext, true)
  return file.statements.filter(ts.isClassDeclaration).flatMap((declared): Kind[] => {
    const property = declared.members.find(
      (member) => ts.isPropertyDeclaration(member) && member.name.getText() === 'code',
    )
    const initial =
      property && ts.isPropertyDeclaration(property) ? property.initializer : undefined
    if (initial === undefined || !ts.isStringLiteral(initial)) return []
    const own = declared.members.find(ts.isConstructorDeclaration)?.parameters ?? []
    // Those that are always there are parameters of the constructor; the others are declared.
    const always = own.filter((parameter) => parameter.modifiers !== undefined)
    const isDeclared = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.DeclareKeyword
    const sometimes = declared.members
      .filter(ts.isPropertyDeclaration)
      .filter(({ modifiers }) => modifiers?.some(isDeclared))
    const members = [...always, ...sometimes].map((member) => ({
      name: member.name.getText(),
      meaning: commentOf(member),
    }))
    const name = declared.name?.text ?? ''
    return [{ code: initial.text as ErrorCode, name, meaning: commentOf(declared), members }]
  })
}

function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node)
  const text = doc && ts.isJSDoc(doc) ? ts.getTextOfJSDocComment(doc.comment) : undefined
  if (text === undefined) throw new Error(`${node.getText().slice(0, 80)} has no comment`)
  return text.replace(/\s+/g, ' ')
}
