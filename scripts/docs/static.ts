import { readFileSync } from 'node:fs'
import GithubSlugger from 'github-slugger'
import { Marked } from 'marked'
import {
  dereference,
  type Document,
  type Json,
  listOperations,
  type Operation,
  requestSchema,
  responseSchema,
  type Schema,
  scopesOf,
} from '../lib/document.js'
import { groups, type Guide } from './guides.js'
import { highlighted } from './highlight.js'
import { addressOf, introduction } from './shown.js'

/** A part of the page: its address, its title and its text. */
interface Section {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** Everything on one page that needs no script: for printing, for searching in it, and for crawlers. */
export function renderStatic(document: Document, guides: readonly Guide[]): string {
  const reference = listOperations(document).map((operation): Section => ({
    id: addressOf(operation).slice(1),
    title: operation.object.summary ?? operation.id,
    text: operationText(document, operation),
  }))
  const [start = [], ...more] = Object.values(groups).map((names) =>
    guides.filter(({ name }) => (names as readonly string[]).includes(name)),
  )
  const sections = [...start.map(ofGuide), ...reference, ...more.flat().map(ofGuide)]
  const { title } = document.info
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    html(introduction(document).replace(/ · \[everything on one page\]\(all\.html\)/, ''), ''),
    ...sections.map(
      ({ id, title, text }) =>
        `<section><h2 id="${id}">${escaped(title)}</h2>\n${html(text, id)}</section>`,
    ),
  ]
  return readFileSync('scripts/docs/static.html', 'utf8')
    .replaceAll('{title}', escaped(title))
    .replace('{links}', () => links.join('\n'))
    .replace('{parts}', () => parts.join('\n'))
}

const ofGuide = ({ name, title, text }: Guide): Section => ({ id: name, title, text })

/** Markdown as HTML, its headings one level below that of the section. */
function html(text: string, section: string): string {
  const slugs = new GithubSlugger()
  const lift = section === '' ? 0 : 1
  const marked = new Marked({
    renderer: {
      code: ({ text, lang = 'text' }) => highlighted(text, lang),
      heading({ tokens, depth, text }) {
        const level = Math.min(depth + lift, 6)
        const id = [section, slugs.slug(text.replace(/`/g, ''))].filter(Boolean).join('/')
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)}</h${level}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(href.replace(/^#\//, '#'))}">${this.parser.parseInline(tokens)}</a>`
      },
      table({ header, rows }) {
        const written = [header, ...rows].map((cells) =>
          cells.map(({ header, text, tokens }) => {
            const name = header && text !== '' ? 'th' : 'td'
            return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
          }),
        )
        const lines = written.map((cells) => `<tr>${cells.join('')}</tr>`)
        return `<div class="table" tabindex="0"><table>${lines.join('\n')}</table></div>\n`
      },
    },
  })
  return marked.parse(text, { async: false })
}

/** An operation in Markdown: what it takes and gives, its examples, and its samples. */
function operationText(document: Document, operation: Operation): string {
  const { object, method, path, parameters } = operation
  const request = resolved(document, requestSchema(operation))
  const response = resolved(document, responseSchema(operation))
  const shapes = (request?.['oneOf'] ?? (request ? [request] : [])) as Fields[]
  return [
    `\`${method} ${path}\``,
    object.description ?? '',
    `Scope: ${scopesOf(operation)
      .map((scope) => `\`${scope}\``)
      .join(', ')}`,
    ...(parameters.length === 0
      ? []
      : [
          '## Parameters',
          ...parameters.map(({ name, description = '' }) => `- \`${name}\`: ${description}`),
        ]),
    ...shapes.flatMap((shape, at) => [
      shapes.length === 1 ? '## Request' : `## Request, form ${at + 1} of ${shapes.length}`,
      wordsOf(shape['description']),
      fieldTable(shape),
    ]),
    ...(response === undefined ? [] : ['## Response', fieldTable(response)]),
    '## Examples',
    ...examplesOf(operation),
    '## Code',
    ...samplesOf(operation),
  ].join('\n\n')
}

type Fields = Record<string, Json>

function resolved(document: Document, schema: Schema | undefined): Fields | undefined {
  return typeof schema === 'object' ? (dereference(document, schema) as Fields) : undefined
}

function fieldTable(schema: Fields): string {
  const rows = fieldsOf(schema).map(
    ({ name, type, required, description }) =>
      `| \`${name}\` | ${type} | ${required ? 'yes' : 'no'} | ${description} |`,
  )
  return ['| Field | Type | Required | What it is |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly description: string
}

/** The fields of an object, and those of the objects in it below them. */
function fieldsOf(schema: Fields, above = ''): Field[] {
  const required = (schema['required'] ?? []) as string[]
  return Object.entries((schema['properties'] ?? {}) as Record<string, Fields>).flatMap(
    ([key, field]) => {
      const name = `${above}${key}`
      const values = ((field['enum'] ?? []) as string[]).map((value) => `\`${value}\``)
      const words = wordsOf(field['description']).trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')
      const description = [words, values.length > 0 ? `One of ${values.join(', ')}.` : ''].join(' ')
      const type = wordsOf(field['type'])
      return [
        { name, type, required: required.includes(key), description },
        ...fieldsOf(field, `${name}.`),
      ]
    },
  )
}

function examplesOf({ requestBody, responses }: Operation): string[] {
  const sides = { Request: requestBody, Response: responses['200'] }
  return Object.entries(sides).flatMap(([side, body]) =>
    Object.values(body?.content?.['application/json']?.examples ?? {}).flatMap(
      ({ summary = '', value }) => [
        `${side}: ${summary}`,
        `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
      ],
    ),
  )
}

function samplesOf({ object }: Operation): string[] {
  const samples =
    (object as unknown as { 'x-codeSamples'?: { lang: string; source: string }[] })[
      'x-codeSamples'
    ] ?? []
  return samples.flatMap(({ lang, source }) => [
    lang,
    `\`\`\`${lang === 'curl' ? 'sh' : lang.toLowerCase()}\n${source}\`\`\``,
  ])
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}

function wordsOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
