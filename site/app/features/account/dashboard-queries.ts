import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import { quoteValue } from '#app/lib/search-filter.ts'

export interface CustomerEnquiry {
  id: string
  title: string
  vehicleId: string | null
  /** URL of the vehicle's first picture. */
  image: string | null
  isSold: boolean
  status: string
  createdAt: string
  /** What the customer wrote. */
  message: string
  /** Whether the dealer has answered. The status says Responded as soon as an admin opens the lead. */
  isAnswered: boolean
}

export interface CustomerTestDrive extends CustomerEnquiry {
  preferredDate: string
}

interface Answer<T> {
  data: T[] | null
  error: { message: string } | null
  status: number
}

/**
 * A failure is logged and the screen shows an empty list. A refused token throws instead, because the screen must not
 * claim that there are no leads.
 */
export function rowsOf<T>(what: string, { data, error, status }: Answer<T>): T[] {
  if (error && status === 401) throw error
  if (error) console.error(`${what}: ${error.message}`)
  return data ?? []
}

const LEAD =
  'id,status,created_at,answered_at,message,vehicle_id,vehicle_title,vehicles(title,sold,vehicle_images(image_url,display_order))' as const

interface LeadRow {
  id: string
  status: string
  created_at: string
  message: string
  answered_at: string | null
  vehicle_id: string | null
  vehicle_title: string | null
  vehicles: { title: string; sold: boolean; vehicle_images: { image_url: string; display_order: number }[] } | null
}

function toLead({
  id,
  status,
  created_at,
  answered_at,
  message,
  vehicle_id,
  vehicle_title,
  vehicles,
}: LeadRow): CustomerEnquiry {
  const pictures = vehicles?.vehicle_images.toSorted((one, other) => one.display_order - other.display_order)
  return {
    id,
    title: vehicles?.title ?? vehicle_title ?? 'Vehicle no longer listed',
    vehicleId: vehicle_id,
    image: pictures?.[0]?.image_url ?? null,
    isSold: vehicles?.sold ?? false,
    status,
    createdAt: created_at,
    message,
    isAnswered: answered_at !== null,
  }
}

export interface Owner {
  id: string
  email: string
}

/**
 * The leads sent while signed in, even if the account had a different email address then, and those sent as a guest
 * from its current address. Row-level security enforces the same rule; the filter lets the database use its indexes.
 */
const ownedBy = ({ id, email }: Owner) => `user_id.eq.${id},email.eq.${quoteValue(email)}`

/** What has happened to one of the customer's leads since they sent it. */
export interface LeadEvent {
  leadId: string
  event: 'reply' | 'asked' | 'cancelled'
  subject: string
  body: string
  createdAt: string
}

/** The oldest comes first. */
export const myLeadEvents = (owner: Owner) =>
  queryOptions({
    queryKey: ['my-lead-events', owner],
    queryFn: async (): Promise<LeadEvent[]> => {
      const rows = rowsOf('replies', await browserRest().rpc('my_lead_events'))
      return rows
        .map(({ lead_id, event, subject, body, created_at }) => ({
          leadId: lead_id,
          event: event as LeadEvent['event'],
          subject,
          body,
          createdAt: created_at,
        }))
        .toReversed()
    },
  })

export interface CustomerMessage {
  id: string
  status: string
  createdAt: string
  message: string
  isAnswered: boolean
}

export const myMessages = (owner: Owner) =>
  queryOptions({
    queryKey: ['my-messages', owner],
    queryFn: async (): Promise<CustomerMessage[]> => {
      const answer = await browserRest()
        .from('contact_messages')
        .select('id,status,created_at,answered_at,message')
        .or(ownedBy(owner))
        .order('created_at', { ascending: false })
      return rowsOf('messages', answer).map(({ id, status, created_at, answered_at, message }) => ({
        id,
        status,
        createdAt: created_at,
        message,
        isAnswered: answered_at !== null,
      }))
    },
  })

export async function cancelTestDrive(id: string): Promise<void> {
  const { error } = await browserRest().rpc('cancel_my_test_drive', { _id: id })
  if (error) throw error
}

export async function askForAnotherTime(id: string, message: string): Promise<void> {
  const { error } = await browserRest().rpc('ask_for_another_time', { _id: id, _message: message })
  if (error) throw error
}

export const myEnquiries = (owner: Owner) =>
  queryOptions({
    queryKey: ['my-enquiries', owner],
    queryFn: async (): Promise<CustomerEnquiry[]> => {
      const answer = await browserRest()
        .from('enquiries')
        .select(LEAD)
        .or(ownedBy(owner))
        .order('created_at', { ascending: false })
      return rowsOf('enquiries', answer).map(toLead)
    },
  })

export const myTestDrives = (owner: Owner) =>
  queryOptions({
    queryKey: ['my-test-drives', owner],
    queryFn: async (): Promise<CustomerTestDrive[]> => {
      const answer = await browserRest()
        .from('test_drives')
        .select(`preferred_date,${LEAD}`)
        .or(ownedBy(owner))
        .order('preferred_date', { ascending: false })
      return rowsOf('test drives', answer).map((row) => ({ ...toLead(row), preferredDate: row.preferred_date }))
    },
  })
