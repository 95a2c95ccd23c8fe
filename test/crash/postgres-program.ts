/** A program that keeps its journal in PostgreSQL, where others write theirs at the same time. */
import { Pool } from 'pg'
import { openJournal } from '../guides/after-unknown/postgres.js'
import type { Plan } from './plan.js'
import { work } from './work.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const pool = new Pool(plan.server)
const { beforeSend, onEvent } = await openJournal(pool)
const closing = new Set<Promise<void>>()
await work(plan, {
  beforeSend,
  onEvent: (event) => {
    const closed = onEvent(event)
    closing.add(closed)
    return closed
  },
})
await Promise.all(closing)
await pool.end()
