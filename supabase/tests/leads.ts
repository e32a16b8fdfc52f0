// Inserts leads as visitors do, for the tests of policies and limits.
import type { Queryable } from '../../backend/src/db/database.ts'
import { SOON, VEHICLE } from './cast.ts'

export const enquire = (tx: Queryable, columns: Record<string, unknown> = {}) =>
  insert(tx, 'enquiries', {
    name: 'G',
    email: 'g@example.com',
    phone: '1',
    message: 'Hi',
    vehicle_id: VEHICLE.listed,
    ...columns,
  })

export const book = (tx: Queryable, preferredDate: string, columns: Record<string, unknown> = {}) =>
  insert(
    tx,
    'test_drives',
    { name: 'G', email: 'g@example.com', phone: '1', vehicle_id: VEHICLE.spare, ...columns },
    preferredDate,
  )

function insert(tx: Queryable, table: string, row: Record<string, unknown>, preferredDate?: string) {
  const names = [...Object.keys(row), ...(preferredDate ? ['preferred_date'] : [])]
  const values = [...Object.keys(row).map((_, i) => `$${i + 1}`), ...(preferredDate ? [preferredDate] : [])]
  return tx.query(`insert into public.${table} (${names}) values (${values})`, Object.values(row))
}

export const comeFrom = (tx: Queryable, network: string) =>
  tx.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ role: 'anon', forecourt_network: network }),
  ])

export const at = (time: string, day = SOON) => `${day} + time '${time}'`
