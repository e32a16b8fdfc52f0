import clsx from 'clsx'
import type { ReactNode } from 'react'
import { FieldError } from '#app/components/ui/field.tsx'
import { SLOTS, type Slot, type SlotState } from './slots.ts'

const REASON: Record<Exclude<SlotState, 'free'>, string> = { booked: 'Booked', past: 'Past', closed: 'Closed' }

interface SlotPickerProps {
  value: string
  onValueChange(slot: Slot): void
  /** Null while loading. */
  stateOf: ((slot: Slot) => SlotState) | null
  hint?: ReactNode
  error?: string
}

/** The nine times of a day as a group of radio buttons. For unavailable times, the reason is shown. */
export function SlotPicker({ value, onValueChange, stateOf, hint, error }: SlotPickerProps) {
  const describedBy = clsx(hint && 'time-hint', error && 'time-error') || undefined
  return (
    <fieldset aria-describedby={describedBy} aria-invalid={error ? true : undefined} aria-busy={stateOf === null}>
      <legend className="mb-2 text-sm font-medium">Preferred time</legend>
      <div className="grid grid-cols-3 gap-2.5">
        {SLOTS.map((slot) => {
          const state = stateOf?.(slot) ?? null
          const isFree = state === 'free'
          return (
            <label
              key={slot}
              className={clsx(
                'tabular grid min-h-13 place-content-center border px-2 text-center leading-tight transition-colors',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass',
                isFree && value === slot && 'border-ink bg-ink text-page',
                isFree && value !== slot && 'cursor-pointer border-control bg-raised hover:border-ink',
                !isFree && 'cursor-not-allowed border-hairline text-quiet',
                state === null && 'animate-pulse',
              )}
            >
              <input
                type="radio"
                name="time"
                value={slot}
                className="sr-only"
                checked={isFree && value === slot}
                disabled={!isFree}
                onChange={() => onValueChange(slot)}
              />
              <span className={clsx(state && !isFree && 'line-through')}>{slot}</span>
              {state && state !== 'free' && <span className="text-xs">{REASON[state]}</span>}
            </label>
          )
        })}
      </div>
      {hint && (
        <p id="time-hint" className="mt-2 text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <FieldError id="time-error" className="mt-2">
          {error}
        </FieldError>
      )}
    </fieldset>
  )
}
