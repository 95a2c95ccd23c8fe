import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, run } from '../support/run.js'

it.each(['077', '002'])(
  'the packages have the same file modes under a umask of %s',
  async (umask) => {
    const folder = `dist/modes-test-${umask}`
    try {
      const build = `umask ${umask} && node --import tsx scripts/build.ts ${folder}`
      expect(await run(['sh', '-c', build])).toMatchObject({ code: 0, stderr: '' })
      const other = ['!', '-name', 'build.sha256', '!', '-perm', '644']
      const found = await run(['find', folder, '-type', 'f', ...other])
      expect(found).toMatchObject({ code: 0, stdout: '' })
      const packed = await run(['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'])
      const [{ files } = { files: [] }] = JSON.parse(packed.stdout) as {
        files: { path: string; mode: number }[]
      }[]
      expect(files.filter(({ mode }) => mode !== 0o644)).toEqual([])
      expect(files.length).toBeGreaterThan(20)
    } finally {
      await rm(join(root, folder), { recursive: true, force: true })
    }
  },
)
