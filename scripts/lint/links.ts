/** Checks the links of the Markdown files, without a network. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Marked, type Token } from 'marked'

/** npm puts these into every package, whether `files` lists them or not. */
const always = ['README.md', 'LICENSE', 'package.json']

export interface Place {
  /** The folder of the project. */
  readonly root: string
  /** Its Markdown files, relative to it. */
  readonly files: readonly string[]
  /** `files` of package.json; not given while the repository has no address that other files could be linked by. */
  readonly packed?: readonly string[]
  /** The address of the repository: links to it should be relative ones. */
  readonly repository?: string
}

/** A sentence for each link that leads nowhere, or should be another. */
export function brokenLinks({ root, files, packed, repository }: Place): string[] {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (file: string): ReadonlySet<string> => {
    const known = anchors.get(file) ?? readPage(file).anchors
    anchors.set(file, known)
    return known
  }
  const isPacked = (path: string): boolean =>
    packed === undefined ||
    [...always, ...packed].some((entry) => path === entry || path.startsWith(`${entry}/`))

  const problemOf = (file: string, link: string): string | undefined => {
    if (/^[a-z][a-z\d+.-]*:/i.test(link)) return outside(file, link, repository)
    if (link.startsWith('/')) return 'begins at the root of whatever shows it'
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : resolve(dirname(file), decodeURIComponent(path))
    const inside = relative(root, target)
    if (inside.startsWith('..') || !existsSync(target)) return 'leads to no file'
    if (anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).has(anchor)))
      return 'leads to no heading'
    // A registry's page shows the README alone, and readers of the package have its files only.
    if (relative(root, file) === 'README.md' && !isPacked(inside))
      return 'leads to a file that the package does not carry: give its whole address'
    return undefined
  }
  return files.flatMap((name) => {
    const file = join(root, name)
    return readPage(file).links.flatMap((link) => {
      const problem = problemOf(file, link)
      return problem === undefined ? [] : [`${name}: ${link} ${problem}`]
    })
  })
}

/** A whole address is looked at, and not visited. */
function outside(file: string, link: string, repository?: string): string | undefined {
  if (/^mailto:[^@\s]+@[^@\s]+$/.test(link)) return undefined
  if (!URL.canParse(link)) return 'is no address'
  const { protocol, hostname } = new URL(link)
  const isLocal = ['localhost', '127.0.0.1'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return 'is not https'
  const isShownAlone = /(^|\/)README\.md$/.test(file)
  if (repository !== undefined && link.startsWith(repository) && !isShownAlone)
    return 'leads to a file of the project: link it relatively'
  return undefined
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
