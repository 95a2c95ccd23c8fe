/** Fails where the built client is larger than its ceilings, or so much smaller that they should be lowered. */
import { join } from 'node:path'
import { measureClient } from './lib/size.js'

const built = join(import.meta.dirname, '..', process.argv[2] ?? 'dist')
for (const { title, most, gzipped } of await measureClient(built)) {
  const found = `${title}: ${(gzipped / 1_000).toFixed(2)} kB gzipped, at most ${most} kB`
  const isLarger = gzipped > most * 1_000
  console.log(
    isLarger
      ? `${found}. Make it smaller, or say in the commit what the bytes are for and raise scripts/lib/size.ts.`
      : found,
  )
  if (isLarger) process.exitCode = 1
}
