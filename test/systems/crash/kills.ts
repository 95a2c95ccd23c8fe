import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind, Prepared } from './journal.js'
import { type Finding, kill, liveToTheEnd } from './lives.js'
import type { Service } from './service.js'
import type { Result } from './table.js'

/** Kills programs that keep a journal of a kind, so many times in all. */
export async function killAll(
  kind: Kind,
  { program, open }: Prepared,
  service: Service,
  folder: string,
  count: number,
): Promise<Result> {
  const kills = Math.ceil(count / kind.programs)
  const began = performance.now()
  const lanes = Array.from({ length: kind.shared ? 1 : kind.programs }, async (_, lane) => {
    const book = `${kind.name.toLowerCase()}-${lane}`
    const own = join(folder, book)
    await mkdir(own)
    const journal = await open(own)
    const finding: Finding = { lies: new Map(), left: new Map(), early: 0, kept: 0 }
    const setting = { program, book, journal, shared: kind.shared, service }
    const together = kind.shared ? kind.programs : 1
    try {
      await Promise.all(Array.from({ length: together }, () => kill(setting, kills, finding)))
      return { finding, ...(await liveToTheEnd(setting, finding)) }
    } finally {
      await journal.stop()
    }
  })
  const found = await Promise.all(lanes)
  return {
    name: kind.name,
    kills: kills * kind.programs,
    findings: found.map(({ finding }) => finding),
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    open: found.reduce((sum, { open }) => sum + open, 0),
    unanswered: found.reduce((sum, { unanswered }) => sum + unanswered, 0),
    seconds: (performance.now() - began) / 1_000,
  }
}
