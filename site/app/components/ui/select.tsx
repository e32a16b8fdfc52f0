// The native select works without JavaScript and opens the system's picker on a phone. styles/controls.css styles it
// where the browser supports custom styles.
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldWiring } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectGroup {
  group: string
  options: readonly SelectOption[]
}

type SelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  /** A string is both value and label. */
  options: readonly (string | SelectOption | SelectGroup)[]
  /** The first option, with an empty value. */
  placeholder?: string
  onChange?: ComponentProps<'select'>['onChange']
  onValueChange?: (value: string) => void
}

export function Select({ options, placeholder, onChange, onValueChange, className, ...rest }: SelectProps) {
  return (
    <select
      {...useFieldWiring()}
      className={clsx('field-control select', className)}
      onChange={(event) => {
        onChange?.(event)
        onValueChange?.(event.target.value)
      }}
      {...rest}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) =>
        typeof option === 'object' && 'group' in option ? (
          <optgroup key={option.group} label={option.group}>
            {option.options.map(renderOption)}
          </optgroup>
        ) : (
          renderOption(option)
        ),
      )}
    </select>
  )
}

function renderOption(option: string | SelectOption) {
  const { value, label, disabled }: SelectOption =
    typeof option === 'string' ? { value: option, label: option } : option
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}
