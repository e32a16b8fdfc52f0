import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import { browserRest } from '#app/lib/backend.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { findPeople, LISTED, type ListedPerson } from './people-queries.ts'
import { type PersonValues, toRow } from './person.schema.ts'

export interface Person extends ListedPerson {
  address: string
  notes: string
  marketing_consent: boolean | null
  marketing_consent_source: string
  marketing_consent_at: string | null
  user_id: string | null
  merged_into: string | null
  merged_at: string | null
  root_id: string
  created_at: string
  updated_at: string
}

const COLUMNS =
  `${LISTED}, address, notes, marketing_consent, marketing_consent_source, marketing_consent_at, user_id, merged_into, merged_at, root_id, created_at, updated_at` as const

export interface KnownPerson {
  person: Person
  /** The people merged into this one, the latest first. */
  merged: Person[]
}

async function fetchPerson(id: string): Promise<KnownPerson | { root: string } | null> {
  if (!isUuid(id)) return null
  const { data, error } = await browserRest()
    .from('people')
    .select(COLUMNS)
    .eq('root_id', id)
    .order('merged_at', { ascending: false, nullsFirst: true })
  if (error) throw error
  const person = data.find((row) => row.id === id)
  if (person) return { person, merged: data.filter((row) => row.id !== id) }
  const found = await browserRest().from('people').select('root_id').eq('id', id).maybeSingle()
  if (found.error) throw found.error
  return found.data && { root: found.data.root_id }
}

/** A person with everyone merged into them; `root` for the id of someone who was merged; null if there is none. */
export const personQuery = (id: string) =>
  queryOptions({ queryKey: ['people', 'person', id], queryFn: () => fetchPerson(id) })

export type PersonLead = Pick<
  InboxItem,
  'kind' | 'id' | 'vehicle_title' | 'message' | 'status' | 'preferred_date' | 'created_at'
>

/** The newest leads of a person and of everyone merged into them. */
export const personLeads = (ids: string[], limit: number) =>
  queryOptions({
    queryKey: ['people', 'leads', ids, limit],
    queryFn: async () => {
      const { data, count, error } = await browserRest()
        .from('inbox')
        .select('kind, id, vehicle_title, message, status, preferred_date, created_at', { count: 'exact' })
        .in('person_id', ids)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(limit)
        .overrideTypes<PersonLead[], { merge: false }>()
      if (error) throw error
      return { leads: data, total: count ?? 0 }
    },
    placeholderData: keepPreviousData,
  })

/** As forecourt.person_for, which does not match by shorter numbers. */
const SHORTEST_NUMBER = 7
const MOST_LIKELY = 10

/** Other people with one of the group's telephone numbers. */
export const samePhone = (id: string, phones: string[]) => {
  const numbers = [...new Set(phones)].filter((phone) => phone.length >= SHORTEST_NUMBER)
  return queryOptions({
    queryKey: ['people', 'same-phone', id, numbers],
    queryFn: async (): Promise<ListedPerson[]> => {
      const rows = await browserRest()
        .from('people')
        .select('root_id')
        .in('phone', numbers)
        .neq('root_id', id)
        .limit(MOST_LIKELY)
      if (rows.error) throw rows.error
      if (rows.data.length === 0) return []
      const roots = rows.data.map(({ root_id }) => root_id)
      const { data, error } = await browserRest().from('people').select(LISTED).in('id', roots).order('name')
      if (error) throw error
      return data
    },
    enabled: numbers.length > 0,
  })
}

/** The accounts of a person, which only admins can read. */
export const personAccounts = (userIds: string[]) =>
  queryOptions({
    queryKey: ['people', 'accounts', userIds],
    queryFn: async () => {
      const { data, error } = await browserRest().from('customers').select('id, email').in('id', userIds)
      if (error) throw error
      return data
    },
  })

const MOST_FOUND = 8

/** The people who match a search, apart from the one with the given id. */
export const peopleToChoose = (q: string, except?: string) =>
  queryOptions({
    queryKey: ['people', 'to-choose', q, except],
    queryFn: async (): Promise<ListedPerson[]> => {
      const found = findPeople(q).limit(MOST_FOUND)
      const { data, error } = await (except ? found.neq('id', except) : found)
      if (error) throw error
      return data
    },
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  })

/** Someone else has saved this person in the meantime. */
export class EditConflict extends Error {}

/** The email address belongs to someone else. */
export class KnownAddress extends Error {
  readonly other: Pick<ListedPerson, 'id' | 'name' | 'email' | 'phone'>
  constructor(other: KnownAddress['other']) {
    super('This email address belongs to someone else')
    this.other = other
  }
}

const UNIQUE_VIOLATION = '23505'

async function explain(error: { code: string }, email: string): Promise<never> {
  if (error.code !== UNIQUE_VIOLATION) throw error
  const { data } = await browserRest()
    .from('people')
    .select('root_id, name, email, phone')
    .eq('email', email)
    .maybeSingle()
  if (!data) throw error
  throw new KnownAddress({ ...data, id: data.root_id })
}

export async function addPerson(values: PersonValues): Promise<string> {
  // The generated type asks for `root_id`, which a trigger sets and staff cannot.
  const row = toRow(values) as ReturnType<typeof toRow> & { root_id: string }
  const { data, error } = await browserRest().from('people').insert(row).select('id').single()
  if (error) return explain(error, values.email)
  return data.id
}

/** Saves over the version that the form was opened with, and over no other. */
export async function savePerson(opened: Pick<Person, 'id' | 'updated_at'>, values: PersonValues): Promise<void> {
  const { data, error } = await browserRest()
    .from('people')
    .update(toRow(values))
    .eq('id', opened.id)
    .eq('updated_at', opened.updated_at)
    .select('id')
  if (error) return explain(error, values.email)
  if (data.length === 0) throw new EditConflict()
}

export async function mergePeople(merged: string, into: string): Promise<void> {
  const { error } = await browserRest().rpc('merge_people', { _person_id: merged, _into: into })
  if (error) throw error
}

export async function undoMerge(id: string): Promise<void> {
  const { error } = await browserRest().rpc('undo_merge', { _person_id: id })
  if (error) throw error
}

export async function erasePerson(id: string): Promise<void> {
  const { error } = await browserRest().rpc('erase_person', { _person_id: id })
  if (error) throw error
}

export async function exportPerson(id: string): Promise<unknown> {
  const { data, error } = await browserRest().rpc('export_person', { _person_id: id })
  if (error) throw error
  return data
}
