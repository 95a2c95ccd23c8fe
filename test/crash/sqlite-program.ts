/** A program that keeps its journal in SQLite. */
import { openJournal } from '../guides/after-unknown/sqlite.js'
import type { Plan } from './plan.js'
import { work } from './work.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const { beforeSend, onEvent } = openJournal(plan.file ?? '')
await work(plan, { beforeSend, onEvent })
