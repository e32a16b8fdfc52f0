import { browserRest } from '#app/lib/backend.ts'

export interface Authorship {
  /** Whether all saves were by the current user, from another tab, another device or the list. */
  isOwn: boolean
  /** Who saved last, if known. */
  author: string | null
}

const SAVES = ['vehicle_updated', 'vehicle_sold', 'vehicle_reserved']

/** Who has saved the vehicle since the form was opened. If that cannot be read, we assume that it was someone else. */
export async function findAuthors(vehicleId: string, since: string, userId: string | undefined): Promise<Authorship> {
  const { data } = await browserRest()
    .from('activity')
    .select('actor_id, profiles(first_name, last_name, email)')
    .eq('vehicle_id', vehicleId)
    .in('kind', SAVES)
    .gt('created_at', since)
    .order('id', { ascending: false })
  if (!data || data.length === 0) return { isOwn: false, author: null }
  return { isOwn: data.every(({ actor_id }) => actor_id === userId), author: nameOf(data[0]?.profiles) }
}

function nameOf(
  profile: { first_name: string | null; last_name: string | null; email: string | null } | null | undefined,
) {
  const name = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  return name || profile?.email || null
}
