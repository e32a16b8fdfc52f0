import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatLongDate, londonDate } from '#app/lib/dates.ts'
import { buttonClass } from './button.tsx'
import { addMonths, moveByKey, weeksOf } from './calendar-month.ts'

export interface CalendarProps {
  /** Written as 2026-11-05; empty until a date is chosen. */
  value: string
  onValueChange: (date: string) => void
  min?: string
  max?: string
  isDisabled?: (date: string) => boolean
  /** Whether the calendar takes focus when it appears. */
  autoFocus?: boolean
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function Calendar({ value, onValueChange, min, max, isDisabled, autoFocus = false }: CalendarProps) {
  const today = londonDate()
  const [focused, setFocused] = useState(value || (min && min > today ? min : today))
  const month = focused.slice(0, 7)
  const monthId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(autoFocus)

  const isUnavailable = (date: string) => Boolean((min && date < min) || (max && date > max) || isDisabled?.(date))
  const clamp = (date: string) => (min && date < min ? min : max && date > max ? max : date)

  // A key may move the focus to another month, whose buttons exist only after the next render.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    grid.current?.querySelector<HTMLButtonElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveByKey(focused, event)
    if (moved === null) return
    event.preventDefault()
    wantsFocus.current = true
    setFocused(clamp(moved))
  }
  const turn = (months: number) => setFocused(clamp(`${addMonths(month, months)}-01`))

  return (
    <div className="w-72">
      <div className="mb-2 flex items-center justify-between">
        <button
          type="button"
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
          aria-label="Previous month"
          disabled={Boolean(min && month <= min.slice(0, 7))}
          onClick={() => turn(-1)}
        >
          <ChevronLeft aria-hidden strokeWidth={1.5} />
        </button>
        <p id={monthId} className="text-sm font-medium" aria-live="polite">
          {monthName.format(new Date(`${month}-01T00:00:00Z`))}
        </p>
        <button
          type="button"
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
          aria-label="Next month"
          disabled={Boolean(max && month >= max.slice(0, 7))}
          onClick={() => turn(1)}
        >
          <ChevronRight aria-hidden strokeWidth={1.5} />
        </button>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a WAI-ARIA date grid is a table with this role.
        role="grid"
        aria-labelledby={monthId}
        className="w-full table-fixed text-center text-sm"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" abbr={day} className="h-9 text-xs font-medium text-quiet">
                {day.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, index) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid are gridcells.
                <td key={date ?? WEEKDAYS[index]} aria-selected={date ? date === value : undefined} className="p-0">
                  {date && (
                    <button
                      type="button"
                      data-date={date}
                      aria-label={formatLongDate(date)}
                      aria-current={date === today ? 'date' : undefined}
                      tabIndex={date === focused ? 0 : -1}
                      // Not `disabled`, because arrow keys must be able to move past a day that cannot be chosen.
                      aria-disabled={isUnavailable(date)}
                      className={clsx(
                        'tabular size-10 transition-colors aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-disabled:line-through',
                        date === value ? 'bg-ink text-page' : 'not-aria-disabled:hover:bg-ink/8',
                        date === today && date !== value && 'font-semibold text-brass',
                      )}
                      onClick={() => isUnavailable(date) || onValueChange(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
