import clsx from 'clsx'
import { useId } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { FieldError } from '#app/components/ui/field.tsx'
import { dayInWords, type VisitTime } from '#supabase/functions/_shared/visit.ts'
import type { FreeDay } from './slots.ts'

interface DayTimesProps {
  days: FreeDay[]
  value: VisitTime
  onChoose(visit: VisitTime): void
  /** Shows more days, if there are any. */
  onMore: (() => void) | undefined
  error?: string
}

/** Days with their free times, as one group of radio buttons. */
export function DayTimes({ days, value, onChoose, onMore, error }: DayTimesProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId} aria-invalid={error ? true : undefined}>
      <legend className="mb-2 text-sm font-medium">Preferred time</legend>
      {error && (
        <FieldError id={errorId} className="mb-3">
          {error}
        </FieldError>
      )}
      {days.map((day) => (
        <Day key={day.date} day={day} value={value} onChoose={onChoose} />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-3.5 text-sm text-quiet">
        {days.length > 0 ? 'Please allow about an hour.' : 'No times are free from this date on.'}
        {onMore && (
          <Button variant="quiet" className="-mr-5" onClick={onMore}>
            Show more days
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Day({ day, value, onChoose }: Pick<DayTimesProps, 'value' | 'onChoose'> & { day: FreeDay }) {
  const { date, slots } = day
  const [weekday, ...rest] = dayInWords(date).split(' ')
  return (
    <div className="grid gap-2 border-t border-hairline py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <p aria-hidden className="text-sm sm:pt-1">
        {weekday} <span className="sm:block">{rest.join(' ')}</span>
      </p>
      <div className="grid grid-cols-5 gap-2">
        {slots.map((time) => (
          <Time
            key={time}
            visit={{ date, time }}
            isChosen={value.date === date && value.time === time}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

function Time({ visit, isChosen, onChoose }: { visit: VisitTime; isChosen: boolean; onChoose(v: VisitTime): void }) {
  return (
    <label
      className={clsx(
        'tabular grid min-h-11 cursor-pointer place-content-center border px-1 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass',
        isChosen ? 'border-ink bg-ink text-page' : 'border-control bg-raised hover:border-ink',
      )}
    >
      <input type="radio" name="time" className="sr-only" checked={isChosen} onChange={() => onChoose(visit)} />
      <span>
        {visit.time}
        <span className="sr-only"> on {dayInWords(visit.date)}</span>
      </span>
    </label>
  )
}
