import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import type { Sort } from '#app/features/admin/list/sort.ts'
import { browserRest } from '#app/lib/backend.ts'
import { searchWords, wordPattern } from '#app/lib/search-filter.ts'
import { phoneDigits } from '#app/lib/telephone-office.ts'

export interface ListedPerson {
  id: string
  name: string
  email: string | null
  phone: string
  last_contact_at: string
  is_demo: boolean
}

export const LISTED = 'id, name, email, phone, last_contact_at, is_demo' as const

/** The columns that the list can be sorted by. */
export const PEOPLE_COLUMNS = ['name', 'email', 'phone', 'last_contact_at'] as const

type PeopleSort = Sort<(typeof PEOPLE_COLUMNS)[number]>

export const LATEST_CONTACT = { column: 'last_contact_at', ascending: false } as const

/** The start of a person page's URL. */
export const personPath = (id: string) => `/admin/people/${id}`

/** Patterns that must all match `words`, the searchable text of a person and of everyone merged into them. */
function peoplePatterns(q: string): string[] {
  const phone = phoneDigits(q)
  return phone ? [`*${phone}*`] : searchWords(q).map(wordPattern)
}

/** The people who match a search. Those who were merged into others are found through them. */
export function findPeople(q: string, sort: PeopleSort = LATEST_CONTACT) {
  let query = browserRest()
    .from('people')
    .select(LISTED, { count: 'exact' })
    .is('merged_into', null)
    .order(sort.column, { ascending: sort.ascending, nullsFirst: false })
    .order('id')
  for (const pattern of peoplePatterns(q)) query = query.like('words', pattern)
  return query
}

export const peoplePage = (q: string, page: number, sort: PeopleSort) =>
  queryOptions({
    queryKey: ['people', 'page', q, page, sort],
    queryFn: () => fetchPage<ListedPerson>(page, (from, to) => findPeople(q, sort).range(from, to)),
    placeholderData: keepPreviousData,
  })
