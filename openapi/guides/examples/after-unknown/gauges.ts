import { Gauge, type Registry } from 'prom-client'
import type { Journal } from 'stablecoin-issuer-api/journal'

type Count = Awaited<ReturnType<Journal['counts']>>['unknown']

/** The rows of each state, and the seconds since the oldest was last sent. Alert on an age of `unknown` above an hour. */
export function gaugeIn(registry: Registry, journal: Journal): void {
  const gauge = (name: string, help: string, of: (row: Count) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['state'], registers: [registry] },
      async collect() {
        for (const [state, row] of Object.entries(await journal.counts()))
          this.set({ state }, of(row))
      },
    })
  gauge('issuer_journal_rows', 'Rows of the journal', ({ count }) => count)
  gauge('issuer_journal_age_seconds', 'Age of the oldest row', ({ age }) => age / 1_000)
}
