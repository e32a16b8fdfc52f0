import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import type { LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { formatDate, londonDate } from '#app/lib/dates.ts'
import { NEXT_STEP_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import type { Desk, Plan } from './lead-queries.ts'
import { useNextStep } from './use-next-step.ts'

export function NextStepForm({ reference, desk }: { reference: LeadReference; desk: Desk }) {
  const { plan, change, isDirty, isSaving, hasPlan, theirs, ...actions } = useNextStep(reference, desk)
  const isOverdue = desk.due_on !== null && desk.due_on < londonDate()
  return (
    <form
      aria-label="Next step"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        actions.save()
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_11rem] lg:grid-cols-1 xl:grid-cols-[1fr_11rem]">
        <Field label="Next step">
          <Input
            value={plan.next_step}
            maxLength={NEXT_STEP_LENGTH}
            placeholder="Call back"
            onChange={(event) => change({ next_step: event.target.value })}
          />
        </Field>
        <Field label="Due on" error={isOverdue && !isDirty ? 'Overdue' : undefined}>
          <Input
            type="date"
            value={plan.due_on ?? ''}
            onChange={(event) => change({ due_on: event.target.value || null })}
          />
        </Field>
      </div>
      {theirs && (
        <Alert tone="warning" title={`${theirs.by ?? 'A colleague'} changed the next step while you were writing`}>
          <p>Theirs: {inWords(theirs)}. Yours hasn’t been saved yet.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" className="max-lg:min-h-11" disabled={isSaving} onClick={actions.keepMine}>
              Save mine
            </Button>
            <Button size="sm" variant="hairline" className="max-lg:min-h-11" onClick={actions.useTheirs}>
              Use theirs
            </Button>
          </div>
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {isDirty && !theirs && (
          <Button type="submit" size="sm" className="max-lg:min-h-11" loading={isSaving}>
            Save next step
          </Button>
        )}
        {hasPlan && !isDirty && (
          <Button size="sm" variant="hairline" className="max-lg:min-h-11" disabled={isSaving} onClick={actions.finish}>
            Done
          </Button>
        )}
      </div>
    </form>
  )
}

const inWords = ({ next_step, due_on }: Plan) =>
  [next_step && `“${next_step}”`, due_on && `due on ${formatDate(due_on)}`].filter(Boolean).join(', ') || 'no next step'
