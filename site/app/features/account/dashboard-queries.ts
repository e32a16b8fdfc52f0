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
