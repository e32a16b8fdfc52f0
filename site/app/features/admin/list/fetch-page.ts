import type { PostgrestError } from '@supabase/postgrest-js'
import { pageRange } from './list-params.ts'

export interface Page<Row> {
  rows: Row[]
  total: number
  /** The number of the page returned, which is 1 if the requested page no longer exists. */
  page: number
}

type QueryResult<Row> = { data: Row[] | null; count: number | null; error: PostgrestError | null }

/** "Requested range not satisfiable": rows were deleted in the meantime, or the page number was typed by hand. */
const PAST_THE_END = 'PGRST103'

export async function fetchPage<Row>(
  page: number,
  read: (from: number, to: number) => PromiseLike<QueryResult<Row>>,
): Promise<Page<Row>> {
  const { data, count, error } = await read(...pageRange(page))
  if (error?.code === PAST_THE_END && page > 1) return fetchPage(1, read)
  if (error) throw error
  // A page that would start right after the last row is empty rather than an error.
  if (data?.length === 0 && page > 1) return fetchPage(1, read)
  return { rows: data ?? [], total: count ?? 0, page }
}
