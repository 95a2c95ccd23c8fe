import { refusalBodies } from '../generate/read/refusals.js'
import { simplify } from '../generate/read/simplify.js'
import { type Document, listOperations, type Operation } from '../lib/document.js'
import { factsOf } from '../overlay/changes.js'
import type { ProviderData } from '../overlay/kept.js'
import { refuseHtml } from './refuse-html.js'

/**
 * The sentences of each operation, by method and path, on what the client does with it: the look-up of a lost response, a
 * repeat, pages, and the statuses of refusals. The command that reads an overlay prints the same facts.
 */
export function promisesOf(document: Document, { operations }: ProviderData) {
  const described = listOperations(simplify(document))
  return (operation: Operation): string => {
    const data = Object.values(operations).find(
      ({ method, path }) => method === operation.method && path === operation.path,
    )
    if (data === undefined) return ''
    const facts = factsOf(data, described)
    const repeat = facts['sent again after `unknown`']
    const isRead = /^(?:GET|HEAD)$/.test(data.method)
    const sentences = [
      facts['look-up'] && `**A lost response**: the client looks it up with ${facts['look-up']}.`,
      repeat
        ? `**A repeat**: the client sends it again ${repeat}.`
        : !isRead &&
          '**A repeat** is not described: after `unknown`, the client does not send it again.',
      facts['pages'] && `**Pages** ${facts['pages']}.`,
      statusesOf(operation),
    ]
    return sentences.flatMap((one) => (one ? [`\n\n${checked(one)}`] : [])).join('')
  }
}

/** What the document says of each refusal that has a body. */
function statusesOf(operation: Operation): string | undefined {
  const statuses = refusalBodies(operation).map(({ status }) => {
    const { description = '' } = operation.responses[status] as { description?: string }
    return `\`${status}\` ${description.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')}`
  })
  return statuses.length > 0 ? `**Its own statuses**: ${statuses.join('; ')}.` : undefined
}

/** Names of a provider's document are in the sentences. @throws Error for what a page would carry out */
const checked = (sentence: string): string => String(refuseHtml('description', sentence))
