import { expect, test } from 'vitest'
import type { Queryable } from '../../db/database.ts'
import { listObjects, parseListing } from './list-objects.ts'

function createTransaction() {
  const queries: unknown[][] = []
  const query = async (_text: string, values: unknown[] = []) => {
    queries.push(values)
    return { rows: [], rowCount: 0 }
  }
  return { tx: { query } as unknown as Queryable, queries }
}

test('a folder is looked up without the slashes around it', async () => {
  const { tx, queries } = createTransaction()

  await listObjects(tx, 'documents', parseListing({ prefix: '//invoices/2026//', search: 'a_b' }))

  expect(queries.map((values) => values.slice(0, 3))).toEqual([['documents', 'invoices/2026/', 'a\\_b%']])
})

test.each([
  ['prefix', { prefix: `a${'/'.repeat(150_000)}a` }],
  ['search', { prefix: '', search: 'a'.repeat(150_000) }],
])('a %s that is longer than any name returns nothing and does not query the database', async (_, body) => {
  const { tx, queries } = createTransaction()

  expect(await listObjects(tx, 'documents', parseListing(body))).toEqual([])
  expect(queries).toEqual([])
})
