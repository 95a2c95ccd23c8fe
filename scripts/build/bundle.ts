import { build, type BuildOptions, formatMessages, type Metafile } from 'esbuild'

/**
 * Bundles, and says which files are in what was made.
 * @throws Error for a warning too: esbuild only warns where it drops a module that is imported for its effect
 */
export async function bundle(options: BuildOptions): Promise<Metafile> {
  const { metafile, warnings } = await build({
    ...options,
    bundle: true,
    charset: 'utf8',
    logLevel: 'silent',
    metafile: true,
  })
  if (warnings.length > 0)
    throw new Error((await formatMessages(warnings, { kind: 'warning' })).join('\n'))
  return metafile
}
