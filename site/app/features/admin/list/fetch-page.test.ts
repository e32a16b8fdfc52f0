import { PostgrestError } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { fetchPage } from './fetch-page.ts'

const failure = (code: string) => ({
  data: null,
  count: null,
  error: new PostgrestError({ message: 'no', details: '', hint: '', code }),
})

test('a page is fetched by its range, together with the total', async () => {
  const page = await fetchPage(2, async (from, to) => ({ data: [from, to], count: 31, error: null }))

  expect(page).toEqual({ rows: [25, 49], total: 31, page: 2 })
})

test('a page number past the end returns the first page', async () => {
  const page = await fetchPage(9, async (from) =>
    from > 0 ? failure('PGRST103') : { data: ['row'], count: 1, error: null },
  )

  expect(page).toEqual({ rows: ['row'], total: 1, page: 1 })
})

test('any error other than an invalid range is thrown', async () => {
  await expect(fetchPage(1, async () => failure('42501'))).rejects.toMatchObject({ code: '42501' })
})
