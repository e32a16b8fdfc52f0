import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Draft } from '#app/features/admin/drafts/draft.ts'
import { stockList, vehicleSearch } from '#app/features/admin/vehicle-search.ts'
import { browserRest } from '#app/lib/backend.ts'
import type { AddLeadValues } from './add-lead.schema.ts'

/**
 * Saves a call or a visit. The form chooses the id, so that a second attempt after a lost connection does not add the
 * lead twice.
 */
export async function addLead(id: string, values: AddLeadValues): Promise<void> {
  const { vehicle, assignee_id, next_step, due_on, ...customer } = values
  const { error } = await browserRest()
    .from('desk_leads')
    .upsert({ id, ...customer, vehicle_id: vehicle?.id ?? null })
  if (error) throw error
  if (!assignee_id && !next_step && !due_on) return
  const desk = await browserRest()
    .from('lead_desk')
    .update({ assignee_id: assignee_id || null, next_step, due_on: due_on || null })
    .eq('kind', 'desk')
    .eq('lead_id', id)
  if (desk.error) throw desk.error
}

const SHOWN = 5

/** Vehicles for the choice in the form, newest first. */
export const vehicleChoices = (q: string) =>
  queryOptions({
    queryKey: ['vehicles', 'choices', q],
    queryFn: async ({ signal }) => {
      let query = stockList()
        .select('id, title')
        .order('created_at', { ascending: false })
        .limit(SHOWN)
        .abortSignal(signal)
      for (const filter of await vehicleSearch(q, signal)) query = query.or(filter)
      const { data, error } = await query
      if (error) throw error
      return data
    },
    enabled: q.trim().length >= 2,
    placeholderData: keepPreviousData,
  })

export const leadDraft = {
  name: 'lead-new',
  base: {},
  isUsable: ({ values }: Partial<Draft<AddLeadValues>>) =>
    typeof values?.name === 'string' && typeof values.message === 'string',
}
