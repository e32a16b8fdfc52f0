import { Button } from '#app/components/ui/button.tsx'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { FieldError, Input } from '#app/components/ui/field.tsx'
import { type DraftDay, dayProblem } from './hours-draft.ts'

interface HoursDayProps {
  name: string
  day: DraftDay
  onChange: (day: DraftDay) => void
  /** Copies the hours to the weekdays that follow. */
  onCopy?: () => void
}

const BREAK = { opens: '14:00', closes: '13:00' }

export function HoursDay({ name, day, onChange, onCopy }: HoursDayProps) {
  const { isOpen, spans } = day
  const [first = { opens: '', closes: '' }, second] = spans
  const problem = dayProblem(day)

  /** The afternoon keeps the day's closing time. */
  const addBreak = () =>
    onChange({
      ...day,
      spans: [
        { opens: first.opens, closes: BREAK.closes },
        { opens: BREAK.opens, closes: first.closes },
      ],
    })
  const removeBreak = () => onChange({ ...day, spans: [{ opens: first.opens, closes: second?.closes ?? '' }] })

  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[9rem_1fr] sm:items-start" aria-label={name}>
      <Checkbox
        label={name}
        className="sm:min-h-11"
        checked={isOpen}
        onChange={(event) => onChange({ ...day, isOpen: event.target.checked })}
      />
      {isOpen ? (
        <div className="grid gap-2">
          {spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the morning is always first
            <div key={index} className="flex items-center gap-2">
              <Time
                label={index === 0 ? `${name} opens` : `${name} opens again`}
                value={span.opens}
                onChange={(opens) => onChange({ ...day, spans: spans.with(index, { ...span, opens }) })}
              />
              <span className="text-quiet text-sm">to</span>
              <Time
                label={index === 0 && second ? `${name} closes for the break` : `${name} closes`}
                value={span.closes}
                onChange={(closes) => onChange({ ...day, spans: spans.with(index, { ...span, closes }) })}
              />
            </div>
          ))}
          {problem && <FieldError>{problem}</FieldError>}
          <div className="-ml-3.5 flex flex-wrap gap-x-2">
            <Button variant="quiet" size="sm" onClick={second ? removeBreak : addBreak}>
              {second ? 'Remove the break' : 'Add a break'}
              <span className="sr-only"> on {name}</span>
            </Button>
            {onCopy && (
              <Button variant="quiet" size="sm" onClick={onCopy}>
                Use for Monday to Friday
              </Button>
            )}
          </div>
        </div>
      ) : (
        <p className="text-quiet text-sm sm:leading-11">Closed</p>
      )}
    </li>
  )
}

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Input
      type="time"
      aria-label={label}
      className="tabular min-w-0 max-w-36 flex-1"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
