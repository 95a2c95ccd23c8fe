import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../scripts/generate/read/samples.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import { find, operations } from '../support/document.js'
import { root, run } from '../support/run.js'
import { findProgram, toolsAreRequired } from '../support/tools.js'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  readonly body: unknown
}

interface Runner {
  readonly tool: string
  readonly command: readonly string[]
}

/** How a file of each language is run, and the program that has to be on the machine. */
const runners: Record<string, Runner> = {
  TypeScript: { tool: 'node', command: [process.execPath, '--import', 'tsx'] },
  curl: { tool: 'curl', command: ['bash'] },
  Python: { tool: 'python3', command: ['python3'] },
  Go: { tool: 'go', command: ['go', 'run'] },
  Java: { tool: 'javac', command: ['java'] },
}

/** Node is there; `npm run suite -- clients samples` needs curl as well. */
function mustRun(lang: string): boolean {
  if (lang === 'TypeScript' || toolsAreRequired) return true
  return lang === 'curl' && process.env['npm_lifecycle_event'] === 'test:samples'
}

const examples = await readExamples()
/** The operations that have samples: a folder of programs, one in each language. */
const sampled = operations.map(({ id }) => id).filter((id) => existsSync(folderOf(id)))

function folderOf(id: string): string {
  return join(root, 'openapi/samples', id)
}
let mock: Mock
let seen: Seen[] = []

beforeAll(async () => {
  mock = await startMock({
    onRequest: ({ method, url, headers }, body) => {
      seen.push({
        method,
        url,
        contentType: headers['content-type'],
        authorization: headers.authorization,
        body: body.length === 0 ? undefined : JSON.parse(body.toString()),
      })
    },
  })
})
afterAll(() => mock.stop())

describe.each(languages.map(({ lang, file }) => [lang, file]))('the %s samples', (lang, file) => {
  const { tool, command } = runners[lang] as Runner
  const absent = findProgram(tool) === undefined && !mustRun(lang)

  it.for(sampled)(
    'make the documented call and print the documented answer: %s',
    async (id, { skip }) => {
      skip(absent, `${tool} is not on this machine`)
      const example = examples.find(({ operationId }) => operationId === id)
      seen = []
      const environment = {
        BASE_URL: mock.url,
        TOKEN_URL: mock.tokenUrl,
        CLIENT_ID: mockClient.id,
        CLIENT_SECRET: mockClient.secret,
      }
      const program = [...command, `openapi/samples/${id}/${file}`]
      const { code, stdout, stderr } = await run(program, { env: environment })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toEqual(example?.response)
      expect(seen).toEqual([
        {
          method: example?.method,
          url: example?.url,
          contentType: example?.body && 'application/json',
          authorization: expect.stringMatching(/^Bearer \S+$/) as string,
          body: example?.body,
        },
      ])
    },
  )
})

it('the document carries the files as its code samples, in all five languages', () => {
  for (const id of sampled) {
    const { object } = find(id)
    const expected = languages.map(({ lang, file }) => {
      const place = join(folderOf(id), file)
      expect(existsSync(place), `${place} is missing: samples are in all languages`).toBe(true)
      return { lang, source: readFileSync(place, 'utf8') }
    })
    expect((object as unknown as Record<string, unknown>)['x-codeSamples']).toEqual(expected)
  }
})
