import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { leadPath } from '#app/features/admin/enquiries/inbox-rules.ts'
import { personPath, findPeople as queryPeople } from '#app/features/admin/people/people-queries.ts'
import { personName } from '#app/features/admin/people/person.schema.ts'
import { stockList, vehicleCodes, vehicleSearch } from '#app/features/admin/vehicle-search.ts'
import { browserRest } from '#app/lib/backend.ts'
import { containsPattern, quoteValue, searchFilters, searchWords } from '#app/lib/search-filter.ts'
import { phoneDigits } from '#app/lib/telephone-office.ts'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { Destination } from './destinations.ts'

/** The most rows of each kind. */
const SHOWN = 5
/** A single letter matches too much to be useful. */
export const MIN_LETTERS = 2

async function findVehicles(q: string, signal: AbortSignal): Promise<Destination[]> {
  let query = stockList()
    .select('id, stock_number, title, year, sold, vehicle_identity(registration)')
    .order('created_at', { ascending: false })
    .limit(SHOWN)
    .abortSignal(signal)
  for (const filter of await vehicleSearch(q, signal)) query = query.or(filter)
  const { data, error } = await query
  if (error) throw error
  return data.map(({ id, title, year, sold, ...codes }) => ({
    to: `/admin/vehicles/edit/${id}`,
    label: title,
    detail: [sold ? `${year}, sold` : year, ...vehicleCodes(codes)].join(' · '),
  }))
}

async function findCustomers(q: string, signal: AbortSignal): Promise<Destination[]> {
  let query = browserRest().from('customers').select('id, name, email').order('name').limit(SHOWN).abortSignal(signal)
  const phone = phoneDigits(q)
  if (phone) query = query.or(`phone_digits.like.*${phone}*,email.ilike.${quoteValue(containsPattern(q.trim()))}`)
  else for (const word of searchFilters(q, ['name', 'email'])) query = query.or(word)
  const { data, error } = await query
  if (error) throw error
  return data.map(({ name, email }) => ({
    to: `/admin/customers?q=${encodeURIComponent(email ?? '')}`,
    label: name || email || '',
    detail: name ? (email ?? undefined) : undefined,
  }))
}

async function findPeople(q: string, signal: AbortSignal): Promise<Destination[]> {
  const { data, error } = await queryPeople(q).limit(SHOWN).abortSignal(signal)
  if (error) throw error
  return data.map((person) => ({
    to: personPath(person.id),
    label: personName(person),
    detail: person.name ? (person.email ?? undefined) : undefined,
  }))
}

async function findLeads(q: string, signal: AbortSignal): Promise<Destination[]> {
  const phone = phoneDigits(q)
  const { data, error } = await browserRest()
    .rpc('search_inbox', { _words: searchWords(q), ...(phone && { _phone: phone }) })
    .select('kind, id:lead_id, name, vehicle_title')
    .order('created_at', { ascending: false })
    .limit(SHOWN)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ kind, id, name, vehicle_title }) => ({
    to: leadPath({ kind, id }),
    label: name,
    detail: vehicle_title || (isLeadKind(kind) ? LEADS[kind].label : undefined),
  }))
}

/** Sales staff cannot read customers’ accounts, but find the people and their leads. */
export const searchOffice = (q: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['palette', q, isAdmin],
    queryFn: async ({ signal }) => {
      const [vehicles, people, customers, leads] = await Promise.all([
        findVehicles(q, signal),
        findPeople(q, signal),
        isAdmin ? findCustomers(q, signal) : [],
        findLeads(q, signal),
      ])
      return { vehicles, people, customers, leads }
    },
    enabled: q.trim().length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  })
