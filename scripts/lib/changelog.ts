const heading = '## Unreleased\n'

/** What the changelog says that was not released. */
export function unreleased(changelog: string): string {
  const [, after = ''] = changelog.split(heading)
  return (after.split(/^## /m)[0] ?? '').trim()
}

/** Moves it below the heading of a release. */
export function moveUnreleased(changelog: string, version: string, date: string): string {
  return changelog.replace(heading, `${heading}\n## ${version} — ${date}\n`)
}
