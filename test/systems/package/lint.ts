import { readFile } from 'node:fs/promises'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { type Check, none } from './check.js'
import { installedFolder } from './project.js'

export const published: Check = {
  about: 'publint',
  async run(packed) {
    const options = { pkgDir: installedFolder(packed), pack: false, strict: true } as const
    const { messages, pkg } = await publint(options)
    none(messages.map((message) => formatMessage(message, pkg) ?? message.code))
    return 'no error, warning or suggestion'
  },
}

/** Findings that every package of ES modules alone gets, and why they are accepted. */
const meant: readonly (readonly [kind: string, entry: RegExp, resolution: string, why: string])[] =
  [
    [
      'CJSResolvesToESM',
      /^\.(\/(undici|openapi-fetch|operations|schemas|testing))?$/,
      'node16-cjs',
      'Node loads ES modules by require',
    ],
    ['NoResolution', /./, 'node10', 'it reads no `exports`; TypeScript 7 left it out'],
    ['NoResolution', /yaml$/, 'node16-cjs', 'not a module'],
    ['NoResolution', /yaml$/, 'node16-esm', 'not a module'],
    ['NoResolution', /yaml$/, 'bundler', 'not a module'],
  ]

export const types: Check = {
  about: 'are the types wrong',
  async run(packed) {
    const data = new Uint8Array(await readFile(packed.tarball))
    const result = await checkPackage(createPackageFromTarballData(data))
    if (result.types === false) throw new Error('the package has no types')
    const problems = result.problems.map((problem) => ({
      kind: problem.kind,
      entry: 'entrypoint' in problem ? problem.entrypoint : '',
      resolution: 'resolutionKind' in problem ? problem.resolutionKind : '',
    }))
    const wrong = problems.filter(
      ({ kind, entry, resolution }) =>
        !meant.some(([a, b, c]) => a === kind && b.test(entry) && c === resolution),
    )
    none(wrong.map(({ kind, entry, resolution }) => `${kind} at ${entry} by ${resolution}`))
    return `nothing, as ES modules only, at ${Object.keys(result.entrypoints).length} entries`
  },
}
