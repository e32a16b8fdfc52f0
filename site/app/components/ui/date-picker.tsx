import clsx from 'clsx'
import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { formatDate } from '#app/lib/dates.ts'
import { Calendar, type CalendarProps } from './calendar.tsx'
import { useFieldWiring } from './field.tsx'

/**
 * A field that opens a calendar. Inside a Field, its accessible name is its label and value: "Preferred date,
 * 05/11/2026".
 */
export function DatePicker(calendar: Omit<CalendarProps, 'autoFocus'>) {
  const { required: _required, ...wiring } = useFieldWiring()
  const [open, setOpen] = useState(false)
  const { value } = calendar
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger {...wiring} className="field-control tabular flex items-center justify-between gap-3 text-left">
        <span className={clsx(!value && 'text-quiet')}>{value ? formatDate(value) : 'dd/mm/yyyy'}</span>
        <CalendarDays aria-hidden className="size-4.5 text-quiet" strokeWidth={1.5} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Choose a date"
          className="pop-panel z-50 border border-line bg-raised p-3 text-ink shadow-xl"
        >
          <Calendar
            {...calendar}
            autoFocus
            onValueChange={(date) => {
              calendar.onValueChange(date)
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
