import { marked, type Token } from 'marked'

/** Tags that shape a text and do nothing else. None may have attributes. */
const harmless = /^<\/?(?:b|br|code|details|em|i|kbd|strong|sub|summary|sup|wbr) ?\/?>$/

/** Addresses within the pages, and those that a click may open. */
const opened = /^(?:https:|http:|mailto:|#|[^:]*$)/i

/** A link that runs code becomes its text, and HTML that is not harmless becomes nothing. */
function replacement(token: Token): string | undefined {
  if (token.type === 'link' || token.type === 'image')
    return opened.test(String(token['href'])) ? undefined : token.raw.replace(/[[\]():!<>]/g, ' ')
  if (token.type !== 'html') return undefined
  const kept = token.raw.replace(/<[^>]*>?/g, (tag) => (harmless.test(tag) ? tag : ''))
  return kept === token.raw ? undefined : kept
}

/** @throws Error for HTML that could not be taken out, such as a tag over several lines of a list */
export function withoutHtml(markdown: string): string {
  let text = markdown
  for (let round = 0; round < 10; round += 1) {
    const found: (readonly [raw: string, kept: string])[] = []
    void marked.walkTokens(marked.lexer(text), (token) => {
      const kept = replacement(token)
      if (kept !== undefined) found.push([token.raw, kept])
    })
    if (found.length === 0) return text
    for (const [raw, kept] of found) text = text.replaceAll(raw, kept)
  }
  throw new Error(`a description holds HTML that the pages cannot show: ${markdown.slice(0, 200)}`)
}

/** A document with each description as text, without what a page would carry out. */
export function withSafeTexts<Node>(node: Node): Node {
  return clean(node) as Node
}

function clean(node: unknown, key = ''): unknown {
  if (typeof node === 'string')
    return /^(?:description|summary)$/.test(key) ? withoutHtml(node) : node
  if (typeof node !== 'object' || node === null || /^(?:examples?|default|enum)$/.test(key))
    return node
  if (Array.isArray(node)) return node.map((item) => clean(item))
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, clean(value, name)]))
}
