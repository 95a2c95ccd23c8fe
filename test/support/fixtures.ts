/** Before all tests: makes the folders that they import. */
export async function setup(): Promise<void> {
  await import('../../scripts/fixtures.js')
}
