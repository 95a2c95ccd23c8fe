import { expect } from 'vitest'
import type { Door } from './doors.js'

/** What each of them says, by its title. */
export async function ask<Said>(of: readonly Door[], question: (door: Door) => Promise<Said>) {
  return Promise.all(of.map(async (door) => [door.title, await question(door)] as const))
}

/** All that were asked said this. */
export function agreed<Said>(answers: readonly (readonly [string, Said])[], said: Said): void {
  expect(answers).toEqual(answers.map(([title]) => [title, said]))
}
