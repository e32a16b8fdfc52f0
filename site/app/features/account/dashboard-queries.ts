import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

export interface CustomerEnquiry {
  id: string
  title: string
  vehicleId: string | null
  status: string
  createdAt: string
}

export interface CustomerTestDrive extends CustomerEnquiry {
  preferredDate: string
}

/** A failure is only logged: the screen stays, with what is there. */
function logged<T>(what: string, error: { message: string } | null, rows: T[] | null): T[] {
  if (error) console.error(`${what}: ${error.message}`)
  return rows ?? []
}

export const myEnquiries = (email: string) =>
  queryOptions({
    queryKey: ['my-enquiries', email],
    queryFn: async (): Promise<CustomerEnquiry[]> => {
      const { data, error } = await browserRest()
        .from('enquiries')
        .select('id,status,created_at,vehicle_id,vehicle_title,vehicles(title)')
        .eq('email', email)
        .order('created_at', { ascending: false })
      return logged('enquiries', error, data).map((row) => ({
        id: row.id,
        title: row.vehicles?.title ?? row.vehicle_title ?? 'Vehicle no longer listed',
        vehicleId: row.vehicle_id,
        status: row.status,
        createdAt: row.created_at,
      }))
    },
  })

export const myTestDrives = (email: string) =>
  queryOptions({
    queryKey: ['my-test-drives', email],
    queryFn: async (): Promise<CustomerTestDrive[]> => {
      const { data, error } = await browserRest()
        .from('test_drives')
        .select('id,status,created_at,preferred_date,vehicle_id,vehicle_title,vehicles(title)')
        .eq('email', email)
        .order('preferred_date', { ascending: false })
      return logged('test drives', error, data).map((row) => ({
        id: row.id,
        title: row.vehicles?.title ?? row.vehicle_title ?? 'Vehicle no longer listed',
        vehicleId: row.vehicle_id,
        status: row.status,
        createdAt: row.created_at,
        preferredDate: row.preferred_date,
      }))
    },
  })
