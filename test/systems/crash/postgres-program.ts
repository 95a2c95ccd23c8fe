/** A program that keeps its journal in PostgreSQL, where others write theirs at the same time. */
import { Pool } from 'pg'
import { postgres } from 'stablecoin-issuer-api/journal'
import type { Plan } from './plan.js'
import { play } from './program.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const pool = new Pool(plan.server)
await play(plan, postgres(pool))
await pool.end()
