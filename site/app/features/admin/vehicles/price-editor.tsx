import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FieldError } from '#app/components/ui/field.tsx'
import { readPrice } from '#app/features/admin/price-rules.ts'
import { formatPrice } from '#app/lib/money.ts'
import { type Seen, usePrice } from './use-price.ts'
import type { VehicleRow } from './vehicle-queries.ts'

/** As it is typed: 41995 or 41995.50. */
const asText = (price: number) => (Number.isInteger(price) ? String(price) : price.toFixed(2))

interface PriceEditorProps {
  vehicle: VehicleRow
  /** What follows the price on a phone, where the field takes up the line. */
  children?: ReactNode
}

/**
 * A price that becomes a field when it is pressed. Enter saves it, and so does leaving the field, as in a spreadsheet;
 * Escape doesn't. A price that can't be saved stays in the field, with the reason below.
 */
export function PriceEditor({ vehicle, children }: PriceEditorProps) {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const takesFocus = useRef(true)
  const attempted = useRef('')
  // While the field is open, the list may be read again without the user noticing.
  const seen = useRef<Seen>(vehicle)
  const errorId = useId()
  const { save, shown, isSaving } = usePrice(vehicle, (reason, changed = seen.current) => {
    seen.current = changed
    // By now, the user may be somewhere else on the page.
    takesFocus.current = document.activeElement === button.current
    setText(attempted.current)
    setProblem(reason)
  })
  const isOpen = text !== null

  useEffect(() => {
    if (isOpen || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [isOpen])

  const open = () => {
    takesFocus.current = true
    seen.current = vehicle
    setText(asText(vehicle.asking_price ?? 0))
  }
  const close = () => {
    setText(null)
    setProblem(null)
  }
  const submit = (entered: string) => {
    const read = readPrice(entered)
    if ('problem' in read) return setProblem(read.problem)
    close()
    if (read.price === seen.current.asking_price) return
    attempted.current = entered
    save({ price: read.price, seen: seen.current })
  }
  const takeFocus = (field: HTMLInputElement | null) => {
    if (!field || !takesFocus.current) return
    takesFocus.current = false
    field.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    returnsFocus.current = true
    if (event.key === 'Enter') submit(event.currentTarget.value)
    else close()
  }
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    // The field keeps the focus if only the window has lost it.
    if (document.activeElement === event.currentTarget) return
    returnsFocus.current = false
    if (problem === null) submit(event.currentTarget.value)
  }

  if (!isOpen) {
    return (
      <>
        <span className="group relative inline-block">
          <span className="underline decoration-transparent underline-offset-4 group-hover:decoration-current">
            {formatPrice(shown)}
          </span>
          <button
            ref={button}
            type="button"
            aria-label={`Edit price of ${vehicle.title}`}
            title="Edit price"
            aria-disabled={isSaving || undefined}
            onClick={() => !isSaving && open()}
            className="absolute -inset-x-2 -inset-y-1 cursor-text md:-inset-y-3"
          />
        </span>
        {children}
      </>
    )
  }
  // In the table, the field and the message lie over the neighbouring cells, so that opening them doesn't move anything.
  return (
    <span className="relative block md:inline-block">
      <span aria-hidden className="invisible hidden md:inline">
        {formatPrice(shown)}
      </span>
      <input
        ref={takeFocus}
        aria-label={`Price of ${vehicle.title}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : errorId}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={20}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className="field-control tabular min-h-9! w-28! px-2! py-1! text-ink md:absolute md:top-1/2 md:-right-2 md:z-10 md:-translate-y-1/2 md:text-right md:text-sm!"
      />
      {problem !== null && (
        <FieldError
          id={errorId}
          className="mt-1 text-xs! md:absolute md:top-full md:-right-2 md:z-20 md:mt-2.5 md:w-56 md:border md:bg-raised md:p-2 md:text-left md:whitespace-normal"
        >
          {problem}
        </FieldError>
      )}
    </span>
  )
}
