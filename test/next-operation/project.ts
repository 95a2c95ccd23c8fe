import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parse, stringify } from 'yaml'
import { must, root, script } from '../support/run.js'

type Node = Record<string, unknown>

/** Adds what one part of a document has to another. */
function merge(into: Node, more: Node): Node {
  for (const [key, value] of Object.entries(more)) {
    const there = into[key]
    const both = [there, value].every((one) => typeof one === 'object' && one !== null)
    into[key] = both ? merge(there as Node, value as Node) : value
  }
  return into
}

const parts = [
  ...['src', 'scripts', 'openapi', 'test/next-operation/scratch'],
  ...['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'redocly.yaml'],
  ...['tsconfig.json', 'tsconfig.build.json'],
]

/** Makes a copy of the project in a folder, with the document of more operations. Gives what `generate` printed. */
export async function makeProject(folder: string): Promise<string> {
  const installed = ['node_modules', 'scripts/tools/node_modules']
  for (const part of parts) {
    const filter = (path: string) => !installed.includes(relative(root, path))
    await cp(join(root, part), join(folder, part), { recursive: true, filter })
  }
  for (const one of installed) await symlink(join(root, one), join(folder, one))
  const read = async (name: string) => parse(await readFile(join(root, name), 'utf8')) as Node
  const more = await read('test/next-operation/document.yaml')
  const document = merge(await read('openapi/openapi.yaml'), more)
  merge(document, { info: { version: '0.2.0' } })
  await writeFile(join(folder, 'openapi/openapi.yaml'), stringify(document))
  const { output } = await must(script('generate'), { cwd: folder })
  return output
}
