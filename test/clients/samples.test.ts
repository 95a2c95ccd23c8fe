import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as own from '../../generated/index.js'
import { languages } from '../../scripts/docs/samples.js'
import { sampleAnswerOf, sampleCallOf } from '../../scripts/docs/samples/sample-call.js'
import { listOperations } from '../../scripts/lib/document.js'
import { readProvider } from '../../scripts/lib/read-provider.js'
import { type Mock, startMock } from '../../scripts/mock/server.js'
import { mockClient } from '../../scripts/mock/token-server.js'
import type { ProviderData } from '../../scripts/overlay/kept.js'
import { cases } from '../support/cases.js'
import { document } from '../support/document.js'
import { must, root, script } from '../support/run.js'
import { lacks } from '../support/tools.js'

/** Below the root, where a program finds the package by its name. */
const folder = mkdtempSync(join(root, 'dist/samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const overlay = 'openapi/guides/examples/your-provider/acme.overlay.yaml'
await must(script('overlay/main', overlay, '--out', join(folder, 'acme'), '--js'))
const acme = await readProvider(join(folder, 'acme'))

/** The program by which a file of each language is run, its words before the file, and the end of the name of that. */
const runners: Readonly<Record<string, readonly [words: readonly string[], end: string]>> = {
  TypeScript: [['node', '--import', 'tsx'], 'mts'],
  curl: [['bash'], 'sh'],
  Python: [['python3'], 'py'],
  Go: [['go', 'run'], 'go'],
  Java: [['java'], 'java'],
}

/** To compile a sample takes seconds: on a push, those of our document are enough. */
const compiled = ['Go', 'Java']

const data = acme.provider as object as ProviderData
const all = listOperations(acme.document as object as typeof document)
const added = all.filter(({ id }) => !(id in own.operations) || data.operations[id]?.key)

describe.each([
  ['our document', undefined, listOperations(document), own],
  ["a provider's document", 'acme', added, data],
] as const)('%s', (_, provider, operations, { operations: rows, exampleAnswers }) => {
  let mock: Mock
  let seen: unknown[] = []
  beforeAll(async () => {
    mock = await startMock({
      ...(provider && acme),
      onRequest: ({ method, url, headers }, body) =>
        void seen.push({ method, url, headers, body: body.toString() }),
    })
  })
  afterAll(() => mock.stop())

  it.for(
    operations.flatMap((one) =>
      languages
        .filter(({ lang }) => !provider || cases(true, !compiled.includes(lang)))
        .map((language) => [one.id, language.lang, one, language] as const),
    ),
  )(
    'a sample makes the call of the document and prints its answer: %s in %s',
    async ([id, lang, operation, { write }], { skip }) => {
      const [[program = '', ...words], end] = runners[lang] ?? [[], '']
      skip(lacks(program), `${program} is not on this machine`)
      const row = rows[id]
      if (row === undefined) throw new Error(`no operation ${id}`)
      const call = sampleCallOf(operation, row, exampleAnswers, provider)
      mkdirSync(join(folder, id), { recursive: true })
      if (provider) cpSync(join(folder, provider), join(folder, id, provider), { recursive: true })
      const file = join(folder, id, `${lang}.${end}`)
      writeFileSync(file, await write(call))
      // A read finds nothing, where nothing was made.
      const answer = exampleAnswers[id]
      const { status = 200 } = answer ?? {}
      const response = sampleAnswerOf(answer, call)
      const { body } = call
      if (provider) mock.next(id, { status, body: response })
      seen = []
      const env = {
        BASE_URL: mock.url,
        TOKEN_URL: mock.tokenUrl,
        CLIENT_ID: mockClient.id,
        CLIENT_SECRET: mockClient.secret,
      }
      const { stdout, stderr } = await must([program, ...words, file], { env })
      expect([stdout.trim() && (JSON.parse(stdout) as unknown), stderr]).toEqual([
        response ?? '',
        '',
      ])
      // The client gives a call a key of its own.
      const keys = Object.keys(call.headers).map((name) => [name, expect.any(String)] as const)
      expect(seen).toEqual([
        {
          method: call.method,
          url: call.target,
          headers: expect.objectContaining({
            ...Object.fromEntries(keys),
            authorization: expect.stringMatching(/^Bearer \S+$/) as string,
          }) as object,
          body: expect.any(String) as string,
        },
      ])
      const [{ body: sent }] = seen as [{ body: string }]
      expect(sent && (JSON.parse(sent) as unknown)).toEqual(body ?? '')
    },
  )
})
