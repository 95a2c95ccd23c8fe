import type { Change } from './programs.js'

/** What `--break` takes away from the packed files, so that the frozen programs have to be found out. */
export const breaks: Readonly<Record<string, readonly Change[]>> = {
  /** A journal that looks up a row whose call may still send. */
  lease: [
    { file: /\/journal\.js$/, from: '`lease < ', to: '`at < ' },
    { file: /\/journal\.js$/, from: 'lease - ${now} AS remaining', to: 'at - ${now} AS remaining' },
  ],
  /** A client that does not look at its deadline in the moment of the first byte. */
  deadline: [
    {
      file: /\/shared\.js$/,
      from: '|| performance.now() >= this.deadline || Date.now() >= this.#systemDeadline',
      to: '',
    },
  ],
}
