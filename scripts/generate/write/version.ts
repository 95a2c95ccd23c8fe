import { readFile } from 'node:fs/promises'

/** The package's version, for what it sends and shows. */
export async function versionModule(): Promise<string> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  return `\n/** The version of this package. */\nexport const version: string = '${version}'\n`
}
