import { recordIn } from '../support/record.js'

/** The part of the README that holds the table of runtimes. */
export const { kept, keep } = recordIn('README.md', 'runtimes')
