import type { Change } from './programs.js'

/** What `--break` takes away from the programs, so that the frozen ones have to be found out. */
export const breaks: Readonly<Record<string, readonly Change[]>> = {
  /** A journal that settles a row whose call may still send. */
  lease: [{ file: /after-unknown\/journal\.ts$/, from: /lease < /g, to: 'at < ' }],
  /** A client that does not look at its deadline in the moment of the first byte. */
  deadline: [
    {
      file: /\/deadline\.ts$/,
      from: '|| performance.now() >= this.deadline || Date.now() >= this.#systemDeadline',
      to: '',
    },
  ],
}
