import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readExamples } from '../scripts/examples.js'
import { languages } from '../scripts/generate/samples.js'
import { type Mock, startMock } from '../scripts/mock/server.js'
import { mockClient } from '../scripts/mock/token-server.js'
import { operations } from './support/document.js'
import { root, run } from './support/run.js'
import { findProgram, toolsAreRequired } from './support/tools.js'

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

/** `npm test` needs Node and nothing else; `npm run test:samples` needs curl as well. */
function mustRun(lang: string): boolean {
  if (lang === 'TypeScript' || toolsAreRequired) return true
  return lang === 'curl' && process.env['npm_lifecycle_event'] === 'test:samples'
}

const examples = await readExamples()
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
        body: JSON.parse(body.toString()),
      })
    },
  })
})
afterAll(() => mock.stop())

describe.each(languages.map(({ lang, file }) => [lang, file]))('the %s samples', (lang, file) => {
  const { tool, command } = runners[lang] as Runner
  const absent = findProgram(tool) === undefined && !mustRun(lang)

  it.for(operations.map(({ id }) => id))(
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
      const { code, stdout, stderr } = await run(
        [...command, `openapi/samples/${id}/${file}`],
        environment,
      )
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toEqual(example?.response)
      expect(seen).toEqual([
        {
          method: example?.method,
          url: example?.path,
          contentType: 'application/json',
          authorization: expect.stringMatching(/^Bearer \S+$/) as string,
          body: example?.request,
        },
      ])
    },
  )
})

describe('the document', () => {
  it('carries the files as its code samples, in all five languages', () => {
    for (const { id, object } of operations) {
      const expected = languages.map(({ lang, file }) => {
        const source = readFileSync(`${root}/openapi/samples/${id}/${file}`, 'utf8')
        return { lang, source }
      })
      expect((object as unknown as Record<string, unknown>)['x-codeSamples']).toEqual(expected)
    }
  })
})
