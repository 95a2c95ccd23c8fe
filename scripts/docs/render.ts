import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Document } from '../lib/document.js'
import { redocly } from '../lib/redocly.js'
import { withGuides } from './guides.js'
import { withSafeTexts } from './without-html.js'

/** Renders the document by Redoc into one file that needs no other. */
export async function renderPages(output: string, file = 'generated/openapi.json'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  try {
    const document = JSON.parse(await readFile(file, 'utf8')) as Document
    const shown = join(folder, 'openapi.json')
    const texts = withSafeTexts(await withGuides(withoutForbidden(document)))
    await writeFile(shown, JSON.stringify(texts))
    await mkdir(dirname(output), { recursive: true })
    const { code, stderr } = await redocly(
      ...['build-docs', shown, '--output', output, '--title', document.info.title],
      ...['--template', 'scripts/docs/template.hbs', '--config', 'scripts/docs/redoc.yaml'],
      '--inlineBundle',
    )
    if (code !== 0) throw new Error(stderr)
    await writeFile(output, withoutForeignImages(await readFile(output, 'utf8')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Redoc shows a property that is forbidden (`false`) as one that takes anything: leave it out. */
function withoutForbidden(document: Document): Document {
  const shown = structuredClone(document)
  for (const schema of Object.values(shown.components.schemas)) {
    if (typeof schema !== 'object') continue
    const properties = schema['properties'] as Record<string, unknown> | undefined
    for (const [name, property] of Object.entries(properties ?? {}))
      if (property === false) Reflect.deleteProperty(properties ?? {}, name)
  }
  return shown
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
