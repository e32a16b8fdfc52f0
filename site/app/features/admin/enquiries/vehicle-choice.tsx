import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Input } from '#app/components/ui/field.tsx'
import { vehicleChoices } from './add-lead-queries.ts'

const TYPING_PAUSE_MS = 200

interface Choice {
  id: string
  title: string
}

/** Finds a vehicle by title, make or model. Goes inside a Field. */
export function VehicleChoice({ value, onChange }: { value: Choice | null; onChange(vehicle: Choice | null): void }) {
  if (!value) return <VehicleSearch onChoose={onChange} />
  return (
    <p className="field-control flex items-center justify-between gap-3">
      <span className="truncate">{value.title}</span>
      <Button
        variant="quiet"
        size="icon"
        className="-mr-3 !size-9"
        aria-label={`Remove ${value.title}`}
        onClick={() => onChange(null)}
      >
        <X aria-hidden strokeWidth={1.5} />
      </Button>
    </p>
  )
}

function VehicleSearch({ onChoose }: { onChoose(vehicle: Choice): void }) {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const { data = [], isSuccess } = useQuery(vehicleChoices(q))
  const isOpen = q.trim().length >= 2 && isSuccess
  const found = isOpen ? data : []
  const current = Math.min(active, found.length - 1)

  useEffect(() => {
    const timer = setTimeout(() => setQ(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[current]
    if (step !== undefined) setActive((current + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div>
      <Input
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Find by title, make or model"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Vehicles"
        className={clsx(found.length > 0 && 'border border-t-0 border-line')}
      >
        {found.map((vehicle, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which handles the keys
          <div
            key={vehicle.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onMouseMove={() => setActive(index)}
            onClick={() => onChoose(vehicle)}
            className={clsx('flex min-h-11 cursor-pointer items-center px-3 text-sm', index === current && 'bg-ink/8')}
          >
            {vehicle.title}
          </div>
        ))}
      </div>
      {isOpen && found.length === 0 && (
        <p role="status" className="mt-1 text-quiet text-sm">
          No vehicles found.
        </p>
      )}
    </div>
  )
}
