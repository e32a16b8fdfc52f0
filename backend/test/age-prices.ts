import { openDatabase } from '../src/db/open.ts'

/** Moves the price history of an embedded site that is not running into the past. */
export async function agePrices(dataDir: string, days: number): Promise<void> {
  const db = await openDatabase({ dataDir })
  await db.query(`update public.price_history set since = since - $1 * interval '1 day'`, [days])
  await db.close()
}
