import { Pool } from 'pg'

/** Makes a pool for some work, and ends it after the work, also where that failed. */
export async function withPool(url: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url }).on('error', console.error)
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}
