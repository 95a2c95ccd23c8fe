import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Document } from '../lib/document.js'
import { inFolder } from '../lib/in-folder.js'
import { redocly } from '../lib/redocly.js'
import { readGuides } from './guides.js'
import { renderMarkdown } from './markdown.js'
import { explained, ownFolder, providerFolder, redirectTo } from './provider.js'
import { refuseHtml } from './refuse-html.js'
import { forPages, placed, withoutForbidden } from './shown.js'
import { type TryItData, tryItData } from './try-it/data.js'

/** Renders the document by Redoc into one file that needs no other, and as Markdown beside it. */
export function renderPages(output: string, overlays: readonly string[]): Promise<void> {
  return inFolder('pages', async (folder) => {
    const provider = overlays.length === 0 ? ownFolder : await providerFolder(overlays, folder)
    const read = await documentIn(provider)
    const own = provider === ownFolder
    const document = placed(own ? read : explained(read, await documentIn(ownFolder)))
    const guides = await readGuides()
    const shown = join(folder, 'openapi.json')
    await writeFile(shown, JSON.stringify(forPages(document, guides)))
    await mkdir(dirname(output), { recursive: true })
    const { code, stderr } = await redocly(
      ...['build-docs', shown, '--output', output, '--title', document.info.title],
      ...['--template', 'scripts/docs/template.hbs', '--config', 'scripts/docs/redoc.yaml'],
      '--inlineBundle',
    )
    if (code !== 0) throw new Error(stderr)
    const script = await bundled('scripts/docs/in-page.ts', provider, tryItData(document, guides))
    const style = await bundled('scripts/docs/try-it/try-it.css', provider)
    const page = packed(withAddresses(withoutForeignImages(await readFile(output, 'utf8'))))
      .replace('/* in-page.ts */', () => script)
      .replace('/* try-it.css */', () => style)
    await writeFile(output, page)
    for (const [name, text] of Object.entries(renderMarkdown(document, guides)))
      await writeFile(join(dirname(output), name), text)
  })
}

async function documentIn(folder: string): Promise<Document> {
  const source = await readFile(join(folder, 'openapi.json'), 'utf8')
  return JSON.parse(source, (key, value) =>
    withoutForbidden(key, refuseHtml(key, value)),
  ) as Document
}

/** A script or a style sheet with what it imports, as it stands in the page. */
async function bundled(entry: string, provider: string, tryItData?: TryItData): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    plugins: provider === ownFolder ? [] : [redirectTo(provider)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    define: { tryItData: JSON.stringify(tryItData ?? null) },
  })
  return outputFiles[0]?.text.trim().replace(/<\/script/g, '<\\/script') ?? ''
}

const credit =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="12"><text y="10" font-family="sans-serif" font-size="11">Redoc</text></svg>',
  )

/** Redoc names itself at the foot of the menu by an image on another host; the name is kept, as text. */
function withoutForeignImages(page: string): string {
  const image = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g
  if (!image.test(page)) throw new Error('Redoc no longer loads the image that was to be replaced.')
  return page.replace(image, credit)
}

/** Redoc renders the addresses of a server's folders, and goes by those after `#` once its script runs. */
function withAddresses(page: string): string {
  const end = page.indexOf('<script type="module">')
  return page.slice(0, end).replace(/ href="\//g, ' href="#/') + page.slice(end)
}

/** Redoc shows the parts of a guide only while its item of the menu is open, and has no option for it. */
function withOpenGroups(script: string): string {
  const conditions: readonly (readonly [RegExp, string])[] = [
    // A group and each of its parts are rendered.
    [/(shouldRenderOps:)[^}]+\.GROUP/g, '$1!0'],
    [/return (\w+)\?\1===(\w+)\|\|\1\.startsWith\(\2\+`\/`\):!1/g, 'return!0'],
    // A group looks open, without the button that opens it.
    [
      /\.some\((\w)=>(\w)===\1\|\|\2\.endsWith\(\1\)\|\|\2\.includes\(\1\+`\/`\)\)/g,
      '.some(()=>!0)',
    ],
  ]
  return conditions.reduce((text, [condition, always]) => {
    if (text.match(condition)?.length !== 1)
      throw new Error('Redoc no longer opens a group by the conditions that were to be replaced.')
    return text.replace(condition, always)
  }, script)
}

/** Redoc's script is most of the file: it is kept compressed, which takes a third of the room. */
function packed(page: string): string {
  const [whole, script, run] =
    /<script type="module">(.*?)export\{RedocStandalone,hydrate,init\};(.*?)<\/script>/s.exec(
      page,
    ) ?? []
  if (whole === undefined || script === undefined || run === undefined)
    throw new Error('Redoc no longer ends its script with the exports that were to be replaced.')
  const source = `${withOpenGroups(script).trim().replaceAll('<\\/script', '</script')}export{hydrate};`
  const bytes = gzipSync(source, { level: 9 }).toString('base64')
  return page.replace(
    whole,
    () => `<script type="text/plain" id="redoc-script">${bytes}</script>
<script type="module">
  const bytes = Uint8Array.from(atob(document.getElementById('redoc-script').textContent), (one) => one.charCodeAt(0))
  const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
  const script = URL.createObjectURL(new Blob([await unpacked.text()], { type: 'text/javascript' }))
  const { hydrate } = await import(script)
${run}</script>`,
  )
}
