import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { londonDate } from '#app/lib/dates.ts'
import { formatOpeningHours, parseOpeningHours } from '#app/platform/company/opening-hours.ts'
import { HoursClosing } from './hours-closing.tsx'
import { HoursDay } from './hours-day.tsx'
import { DAY_NAMES, type DraftDay, fromDraft, type HoursDraft, hasProblem, toDraft } from './hours-draft.ts'

interface HoursEditorProps {
  text: string
  onDone: (text: string) => void
  onClose: () => void
}

const MAX_CLOSINGS = 12

/** Edits the opening hours day by day: parses their text and writes it back. */
export function HoursEditor({ text, onDone, onClose }: HoursEditorProps) {
  const [parsed] = useState(() => parseOpeningHours(text))
  const today = londonDate()
  const [draft, setDraft] = useState<HoursDraft>(() => toDraft(parsed, today.slice(0, 4)))
  const isInvalid = hasProblem(draft)
  const written = isInvalid ? null : formatOpeningHours(fromDraft(draft))
  const { days, closings } = draft

  const setDay = (index: number, day: DraftDay) => setDraft({ ...draft, days: days.with(index, day) })
  const copyMonday = () =>
    setDraft({ ...draft, days: days.map((day, index) => (index < 5 ? structuredClone(days[0] ?? day) : day)) })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Opening hours"
      description="These hours replace the ones in the form. Choose Save Settings to keep them."
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={written === null} onClick={() => written !== null && onDone(written)}>
            Use these hours
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {!parsed && text.trim() !== '' && (
          <Alert tone="warning">
            We couldn’t read the opening hours in the form, so we’ve filled in typical hours to start you off.
          </Alert>
        )}
        <ul className="grid divide-y divide-hairline border-hairline border-y">
          {days.map((day, index) => (
            <HoursDay
              key={DAY_NAMES[index]}
              name={DAY_NAMES[index] ?? ''}
              day={day}
              onChange={(changed) => setDay(index, changed)}
              onCopy={index === 0 ? copyMonday : undefined}
            />
          ))}
        </ul>
        <section className="grid gap-3" aria-labelledby="closed-days">
          <h3 id="closed-days" className="display text-xl">
            Closed days
          </h3>
          {closings.length === 0 && (
            <p className="text-quiet text-sm">No closed days yet. Add bank holidays, Christmas and so on.</p>
          )}
          {closings.map((closing, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no state of their own
            <div key={index} className="flex flex-wrap items-end gap-3">
              <HoursClosing
                closing={closing}
                onChange={(changed) => setDraft({ ...draft, closings: closings.with(index, changed) })}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove closed days ${index + 1}`}
                onClick={() => setDraft({ ...draft, closings: closings.toSpliced(index, 1) })}
              >
                <Trash2 aria-hidden className="size-4" strokeWidth={1.5} />
              </Button>
            </div>
          ))}
          <div>
            <Button
              variant="hairline"
              disabled={closings.length >= MAX_CLOSINGS}
              onClick={() =>
                setDraft({ ...draft, closings: [...closings, { from: today, to: today, everyYear: false }] })
              }
            >
              <Plus aria-hidden strokeWidth={1.5} />
              Add closed days
            </Button>
          </div>
        </section>
        <p className="text-quiet text-sm" aria-live="polite">
          {written ??
            (days.every(({ isOpen }) => !isOpen)
              ? 'You must be open on at least one day.'
              : 'Please fix the highlighted fields.')}
        </p>
      </div>
    </Dialog>
  )
}
