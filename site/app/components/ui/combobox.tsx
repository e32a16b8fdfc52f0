// An input with a list that narrows as one types (the ARIA combobox pattern; Radix has none).
import clsx from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useFieldWiring } from './field.tsx'
import type { SelectOption } from './select.tsx'

interface ComboboxProps {
  options: readonly (string | SelectOption)[]
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  emptyText?: string
  disabled?: boolean
  name?: string
  'aria-label'?: string
  className?: string
}

const toOption = (option: string | SelectOption): SelectOption =>
  typeof option === 'string' ? { value: option, label: option } : option

export function Combobox(props: ComboboxProps) {
  const { value, onValueChange, placeholder, emptyText = 'Nothing found', disabled, name, className } = props
  const wiring = useFieldWiring()
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)

  const options = props.options.map(toOption)
  const chosen = options.find((option) => option.value === value)
  const isOpen = typed !== null
  const wanted = (typed ?? '').trim().toLowerCase()
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted))
  const close = () => setTyped(null)
  const choose = (option: SelectOption | undefined) => {
    if (option && !option.disabled) onValueChange(option.value)
    close()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) setTyped('')
      else setActive((at) => (at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % Math.max(shown.length, 1))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div className={clsx('relative', className)}>
      <input
        {...wiring}
        role="combobox"
        autoComplete="off"
        aria-label={props['aria-label']}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[active] ? `${listId}-${active}` : undefined}
        className="field-control pr-10"
        placeholder={chosen?.label ?? placeholder}
        disabled={disabled}
        value={typed ?? chosen?.label ?? ''}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onClick={() => {
          if (isOpen) return
          setTyped('')
          setActive(0)
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {name && <input type="hidden" name={name} value={value} />}
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-3.5 right-3 size-4 text-quiet"
        strokeWidth={1.5}
      />
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={props['aria-label'] ?? 'Options'}
        hidden={!isOpen}
        className="absolute z-40 mt-1 max-h-72 w-full overflow-y-auto border border-line bg-raised p-1 shadow-xl"
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's; the list never takes focus
          <div
            key={option.value}
            ref={index === active && isOpen ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            aria-disabled={option.disabled}
            className={clsx(
              'flex min-h-10 cursor-pointer items-center justify-between gap-3 px-3 text-sm',
              index === active && 'bg-sunken',
              option.disabled && 'cursor-not-allowed text-faint',
            )}
            // The input must keep focus, or its blur would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(option)}
          >
            {option.label}
            {option.value === value && <Check aria-hidden className="size-4 text-brass" strokeWidth={1.5} />}
          </div>
        ))}
        {shown.length === 0 && <p className="px-3 py-2.5 text-sm text-quiet">{emptyText}</p>}
      </div>
    </div>
  )
}
