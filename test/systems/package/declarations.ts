import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { type Check, none } from './check.js'
import { installedFolder, type Manifest, readJson } from './project.js'

/** Whose types an entry may show: what either generates or sends must be replaceable. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  './undici': ['undici'],
  './openapi-fetch': ['openapi-fetch'],
}

/** Where what openapi-typescript makes is the point. */
const shaped = ['./openapi-fetch']

/** What openapi-typescript makes and no reader of the other entries should meet. */
const shape = /\b(paths|operations|components|webhooks)\[/

export const declarations: Check = {
  about: 'declarations',
  async run(packed) {
    const folder = installedFolder(packed)
    const manifest = await readJson<Manifest>(folder, 'package.json')
    const figures: string[] = []
    for (const [entry, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string') continue
      const { files, modules, shapes, problems } = await reach(
        folder,
        posix.normalize(target.default.replace(/\.js$/, '.d.ts')),
      )
      const foreign = modules.filter((one) => !(allowed[entry] ?? []).includes(one))
      const shown = shaped.includes(entry) ? [] : shapes
      none([...problems, ...shown, ...foreign.map((one) => `${entry} shows types of ${one}`)])
      figures.push(`${entry} ${files} files, imports ${modules.join(', ') || 'nothing'}`)
    }
    return figures.join('; ')
  },
}

async function reach(folder: string, first: string) {
  const waiting = [first]
  const seen = new Set(waiting)
  const modules = new Set<string>()
  const problems: string[] = []
  const shapes: string[] = []
  for (const file of waiting) {
    const text = await readFile(join(folder, file), 'utf8')
    const { importedFiles, typeReferenceDirectives, libReferenceDirectives } =
      ts.preProcessFile(text)
    if (shape.test(text)) shapes.push(`${file} shows the shapes of openapi-typescript`)
    for (const { fileName } of [...typeReferenceDirectives, ...libReferenceDirectives])
      problems.push(`${file} asks for the types of ${fileName}`)
    for (const { fileName } of importedFiles) {
      const next = posix.join(posix.dirname(file), fileName.replace(/\.cjs$/, '.d.cts'))
      if (!fileName.startsWith('.')) modules.add(fileName)
      else if (!seen.has(next)) {
        seen.add(next)
        waiting.push(next)
      }
    }
  }
  return { files: seen.size, modules: [...modules].sort(), shapes, problems }
}
