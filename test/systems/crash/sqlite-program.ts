/** A program that keeps its journal in SQLite. */
import SQLite from 'better-sqlite3'
import { sqlite } from 'stablecoin-issuer-api/journal'
import type { Plan } from './plan.js'
import { play } from './program.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const db = new SQLite(plan.file)
db.pragma('journal_mode = WAL')
await play(plan, sqlite(db))
