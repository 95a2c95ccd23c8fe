/** A program that keeps its journal in SQLite. */
import { openJournal } from '../../guides/after-unknown/sqlite.js'
import type { Plan } from './plan.js'
import { play } from './program.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
await play(plan, await openJournal(plan.file ?? '', plan))
