/** Checks the links of Markdown files, without a network. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Marked, type Token } from 'marked'

/** A sentence for each link of the files of a folder that leads nowhere. */
export function brokenLinks(root: string, files: readonly string[]): string[] {
  const pages = new Map<string, Page>()
  const pageOf = (file: string): Page => {
    const page = pages.get(file) ?? readPage(file)
    pages.set(file, page)
    return page
  }
  const problemOf = (file: string, link: string): string | undefined => {
    if (/^[a-z][a-z\d+.-]*:/i.test(link)) return outside(link)
    if (link.startsWith('/')) return 'begins at the root of whatever shows it'
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : resolve(dirname(file), decodeURIComponent(path))
    if (relative(root, target).startsWith('..') || !existsSync(target)) return 'leads to no file'
    if (anchor === undefined) return undefined
    const isThere = target.endsWith('.md') && pageOf(target).anchors.has(anchor)
    return isThere ? undefined : 'leads to no heading'
  }
  return files.flatMap((name) => {
    const file = resolve(root, name)
    return pageOf(file).links.flatMap((link) => {
      const problem = problemOf(file, link)
      return problem === undefined ? [] : [`${name}: ${link} ${problem}`]
    })
  })
}

/** A whole address is looked at, and not visited. */
function outside(link: string): string | undefined {
  if (/^mailto:[^@\s]+@[^@\s]+$/.test(link)) return undefined
  if (!URL.canParse(link)) return 'is no address'
  const { protocol, hostname } = new URL(link)
  const isLocal = ['localhost', '127.0.0.1'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? undefined : 'is not https'
}

interface Page {
  readonly links: readonly string[]
  readonly anchors: ReadonlySet<string>
}

function readPage(file: string): Page {
  const links: string[] = []
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  const marked = new Marked()
  void marked.walkTokens(marked.lexer(readFileSync(file, 'utf8')), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(String(token['href']))
    if (token.type === 'heading') anchors.add(slugger.slug(textOf(token)))
    if (token.type !== 'html') return
    for (const [, link = ''] of token.raw.matchAll(/\s(?:href|src)="([^"]*)"/g)) links.push(link)
    for (const [, id = ''] of token.raw.matchAll(/\s(?:id|name)="([^"]*)"/g)) anchors.add(id)
  })
  return { links, anchors }
}

/** What is read of a heading: without the marks of code, emphasis and links. */
function textOf(token: Token): string {
  const inner = 'tokens' in token ? (token.tokens as Token[] | undefined) : undefined
  if (inner !== undefined) return inner.map(textOf).join('')
  return 'text' in token ? String(token.text) : ''
}
