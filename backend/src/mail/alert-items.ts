import type { Queryable } from '../db/database.ts'

/** One piece of news about a vehicle, as it is when the email is sent. */
export interface AlertItem {
  news: 'price' | 'sold' | 'back' | 'match'
  vehicleId: string
  title: string
  /** Null if buyers have to ask for it. */
  price: number | null
  /** The price that the subscriber knew. */
  was: number | null
}

/** Empty if the email has nothing left to say. */
export async function findAlertItems(db: Queryable, mailId: string): Promise<AlertItem[]> {
  const { rows } = await db.query<{ items: AlertItem[] | null }>('select forecourt.keep_true_items($1) as items', [
    mailId,
  ])
  return rows[0]?.items ?? []
}
