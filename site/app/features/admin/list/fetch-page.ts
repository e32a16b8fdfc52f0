import type { PostgrestError } from '@supabase/postgrest-js'
import { pageRange } from './list-params.ts'

export interface Page<Row> {
  rows: Row[]
  total: number
  /** The page these rows are: page 1 when the one asked for no longer exists. */
  page: number
}

type Answer<Row> = { data: Row[] | null; count: number | null; error: PostgrestError | null }

/** "Requested range not satisfiable": rows were deleted since the link was made, or the address was typed. */
const PAST_THE_END = 'PGRST103'

export async function fetchPage<Row>(
  page: number,
  read: (from: number, to: number) => PromiseLike<Answer<Row>>,
): Promise<Page<Row>> {
  const { data, count, error } = await read(...pageRange(page))
  if (error?.code === PAST_THE_END && page > 1) return fetchPage(1, read)
  if (error) throw error
  // Where the total comes from elsewhere, such a page is no error but empty.
  if (data?.length === 0 && page > 1) return fetchPage(1, read)
  return { rows: data ?? [], total: count ?? 0, page }
}
