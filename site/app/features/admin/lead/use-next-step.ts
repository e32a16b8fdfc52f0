import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import type { LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { type Desk, deskKey, nameOf, type Plan, savePlan } from './lead-queries.ts'

const NOTHING: Plan = { next_step: '', due_on: null }

const isSame = (one: Plan, other: Plan) => one.next_step === other.next_step && one.due_on === other.due_on

/**
 * The next step in the form. While nothing has been typed, it follows what colleagues save; after that, a colleague's
 * change is shown beside it, and the user decides which one to keep.
 */
export function useNextStep(reference: LeadReference, desk: Desk) {
  const client = useQueryClient()
  const stored: Plan = { next_step: desk.next_step, due_on: desk.due_on }
  const [seen, setSeen] = useState(stored)
  const [plan, setPlan] = useState(stored)
  const isDirty = !isSame(plan, seen)
  const hasChanged = !isSame(stored, seen)
  if (hasChanged && (!isDirty || isSame(plan, stored))) {
    setSeen(stored)
    setPlan(stored)
  }

  const { mutate, isPending } = useMutation({
    mutationFn: ({ wanted, over }: { wanted: Plan; over: Plan }) => savePlan(reference, wanted, over),
    onSuccess: async (isDone, { wanted }) => {
      if (isDone) {
        setSeen(wanted)
        setPlan(wanted)
        toast.success(isSame(wanted, NOTHING) ? 'Next step removed' : 'Next step saved')
      }
      await client.invalidateQueries({ queryKey: deskKey(reference) })
    },
    onError: () => toast.error('Failed to save the next step'),
  })
  const save = (wanted: Plan, over: Plan) => mutate({ wanted: { ...wanted, next_step: wanted.next_step.trim() }, over })

  return {
    plan,
    change: (change: Partial<Plan>) => setPlan({ ...plan, ...change }),
    isDirty,
    isSaving: isPending,
    hasPlan: !isSame(stored, NOTHING),
    /** A colleague's plan, if it was saved while this one was being written. */
    theirs: hasChanged && isDirty ? { ...stored, by: nameOf(lastPlanner(desk)) } : null,
    save: () => save(plan, seen),
    finish: () => save(NOTHING, stored),
    keepMine: () => save(plan, stored),
    useTheirs: () => {
      setSeen(stored)
      setPlan(stored)
    },
  }
}

const lastPlanner = ({ events }: Desk) => events.findLast(({ event }) => event === 'planned')?.actor ?? null
