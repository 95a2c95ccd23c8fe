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

export const types: Check = {
  about: 'are the types wrong',
  async run({ tarball }) {
    const data = new Uint8Array(await readFile(tarball))
    // attw takes every entry for a module.
    const excludeEntrypoints = [/\.(?:yaml|json)$/]
    const result = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints })
    if (result.types === false) throw new Error('the package has no types')
    none(result.problems.map((problem) => JSON.stringify(problem)))
    const { length } = Object.keys(result.entrypoints)
    return `nothing at ${length} entries, by node10, node16 (import and require) and bundler`
  },
}
