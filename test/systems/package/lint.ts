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

/** What is no code: attw takes every entry for a module. */
const noCode = /\.(?:yaml|json)$/

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
    const wrong = problems.filter(({ entry }) => !noCode.test(entry))
    none(wrong.map(({ kind, entry, resolution }) => `${kind} at ${entry} by ${resolution}`))
    const entries = Object.keys(result.entrypoints).filter((entry) => !noCode.test(entry))
    return `nothing at ${entries.length} entries, by node10, node16 (import and require) and bundler`
  },
}
