import { measuredToday, recordIn } from '../support/record.js'

const record = recordIn('openapi/README.md', 'languages')

/** The part of openapi/README.md that holds the table. */
export const kept = record.kept

/** Writes the table and today's date into openapi/README.md. */
export const keep = (table: string): Promise<void> => record.keep(measuredToday() + table)
