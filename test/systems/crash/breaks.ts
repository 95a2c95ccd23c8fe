import type { Change } from './programs.js'

/** What `--break` takes away from the packed files, which has to be found out. */
export const breaks: Readonly<Record<string, readonly Change[]>> = {
  /** A journal that looks up a row whose call may still send. */
  lease: [
    { file: /\/journal\.js$/, from: '`lease < ', to: '`at < ' },
    { file: /\/journal\.js$/, from: 'lease - ${now} AS remaining', to: 'at - ${now} AS remaining' },
  ],
  /** A journal that leaves a row to a look-up whose process died. */
  'look-up': [
    { file: /\/journal\.js$/, from: 'coalesce(look_up, 0) < ${now}', to: 'look_up IS NULL' },
  ],
  /** A client that does not look at its deadline in the moment of the first byte. */
  deadline: [
    {
      file: /\/shared\.js$/,
      from: '|| performance.now() >= this.deadline || Date.now() >= this.#systemDeadline',
      to: '',
    },
  ],
  /** A journal that takes a commit for done which no standby has. */
  standby: [{ file: /\/journal\.js$/, from: '"SyncRepWaitForLSN"', to: '""' }],
  /** A journal whose commits a crash of the server may undo. */
  durable: [{ file: /\/journal\.js$/, from: "'off' THEN 'on'", to: "'off' THEN 'off'" }],
  /** A journal that gives up where a statement cannot be serialized. */
  serializable: [{ file: /\/journal\.js$/, from: 'code === "40001" || ', to: '' }],
  /** A journal in which one tenant meets the rows of another. */
  tenants: [
    {
      file: /\/journal\.js$/,
      from: 'this.#options.partition, ...values',
      to: '"acme-us", ...values',
    },
  ],
}
