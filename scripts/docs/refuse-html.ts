import { marked } from 'marked'

/** Tags that shape a text and do nothing else. None may have attributes. */
const harmless = /<\/?(?:b|br|code|em|i|kbd|strong|sub|sup|wbr) ?\/?>/g

/** Addresses within the pages, and those that a click may open. */
const opened = /^(?:https?:|mailto:|#|[^:]*$)/i

/**
 * Reads JSON, by `JSON.parse`, whose descriptions hold nothing that a page would carry out.
 * @throws Error for HTML that is not harmless, and for a link that runs code
 */
export function refuseHtml(key: string, value: unknown): unknown {
  if (!/^(?:description|summary)$/.test(key) || typeof value !== 'string') return value
  void marked.walkTokens(marked.lexer(value), (token) => {
    const isLink = token.type === 'link' || token.type === 'image'
    const isHtml = token.type === 'html' && token.raw.replace(harmless, '').includes('<')
    if (isHtml || (isLink && !opened.test(String(token['href']))))
      throw new Error(`A description holds what the pages would carry out: ${token.raw}`)
  })
  return value
}
