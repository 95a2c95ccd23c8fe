import type { Pool } from 'pg'
import type { CreateStablecoinConversionRequest } from 'stablecoin-issuer-api'

/** A conversion as an order keeps it, with a `ref_id` that each try has. */
export type Conversion = CreateStablecoinConversionRequest & { readonly ref_id: string }

/** Writes an order and its conversion in one transaction. Nothing is sent before the commit. */
export async function placeOrder(pool: Pool, conversion: Conversion): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('BEGIN')
    // … and whatever else belongs to the order
    const row = [conversion.ref_id, conversion]
    await connection.query('INSERT INTO orders (ref_id, conversion) VALUES ($1, $2)', row)
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  } finally {
    connection.release()
  }
}

/** Hands over each committed order. A crash in between hands one over twice, under the same `ref_id`. */
export async function handOver(pool: Pool, take: (conversion: Conversion) => Promise<unknown>) {
  const { rows } = await pool.query<{ conversion: Conversion }>(
    'SELECT conversion FROM orders WHERE NOT handed_over',
  )
  for (const { conversion } of rows) {
    await take(conversion)
    const done = 'UPDATE orders SET handed_over = true WHERE ref_id = $1'
    await pool.query(done, [conversion.ref_id])
  }
}
