import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '../../scripts/docs/samples.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import { must, root } from '../support/run.js'
import { lacks } from '../support/tools.js'

const folder = join(root, 'openapi/samples')
const examples = await readExamples()

/** The program by which a file of each language is run, and its words before the file. */
const runners: Readonly<Record<string, readonly string[]>> = {
  TypeScript: ['node', '--import', 'tsx'],
  curl: ['bash'],
  Python: ['python3'],
  Go: ['go', 'run'],
  Java: ['java'],
}
const programs = readdirSync(folder).flatMap((id) =>
  languages.map(({ lang, file }) => [id, lang, file] as const),
)

let mock: Mock
let seen: unknown[] = []
beforeAll(async () => {
  mock = await startMock({
    onRequest: ({ method, url, headers: { authorization } }, body) =>
      void seen.push({ method, url, authorization, body: JSON.parse(body.toString()) as unknown }),
  })
})
afterAll(() => mock.stop())

it.for(programs)(
  'a sample makes the documented call and prints the documented answer: %s in %s',
  async ([id, lang, file], { skip }) => {
    const [program = '', ...words] = runners[lang] ?? []
    skip(lacks(program), `${program} is not on this machine`)
    const { method, url, body, response } = examples.find((one) => one.operationId === id) ?? {}
    seen = []
    const env = {
      BASE_URL: mock.url,
      TOKEN_URL: mock.tokenUrl,
      CLIENT_ID: mockClient.id,
      CLIENT_SECRET: mockClient.secret,
    }
    const { stdout, stderr } = await must([program, ...words, join(folder, id, file)], { env })
    expect([JSON.parse(stdout), stderr]).toEqual([response, ''])
    const authorization = expect.stringMatching(/^Bearer \S+$/) as string
    expect(seen).toEqual([{ method, url, authorization, body }])
  },
)
