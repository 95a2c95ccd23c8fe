import type { Journal } from 'stablecoin-issuer-api/journal'

/** Looks up what is unknown, now and every ten minutes. */
export function settleOnTimer(journal: Journal): NodeJS.Timeout {
  const settle = async (): Promise<void> => {
    const { left, failed } = await journal.settle()
    if (left > 0) console.error(`${left} conversions are still open`)
    for (const { refId, error } of failed) console.error(`${refId} is still unknown:`, error)
  }
  const run = () => void settle().catch(console.error)
  run()
  return setInterval(run, 600_000)
}
