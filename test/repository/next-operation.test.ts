import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { parse, stringify } from 'yaml'
import { merge, type Node } from '../support/merge.js'
import { must, root, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

const folder = scratchFolder()

it('an operation that is added to the document is a typed method, by names of its own', async () => {
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await cp(join(root, 'test/next-operation'), join(folder, 'test'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [document, more] = await Promise.all(
    ['openapi/openapi.yaml', 'test/next-operation/document.yaml'].map(
      async (name) => parse(await readFile(join(root, name), 'utf8')) as Node,
    ),
  )
  const file = join(folder, 'openapi.yaml')
  await writeFile(file, stringify(merge(document ?? {}, more ?? {})))
  await must(script('generate', '--document', file, '--output', join(folder, 'generated')))
  const config = { extends: './tsconfig.json', include: ['test'], exclude: [] }
  await writeFile(join(folder, 'tsconfig.test.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await must([process.execPath, compiler, '--project', 'tsconfig.test.json'], { cwd: folder })
})
