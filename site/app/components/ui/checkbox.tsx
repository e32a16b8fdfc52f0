import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldWiring } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Shown beside the box. Without a label, set aria-label or wrap the checkbox in a Field. */
  label?: ReactNode
  onCheckedChange?: (checked: boolean) => void
}

export const Checkbox = (props: CheckboxProps) => <Tickable look="checkbox" {...props} />

/** A checkbox that looks like a box or a switch. */
export function Tickable({
  look,
  label,
  onCheckedChange,
  onChange,
  className,
  ...rest
}: CheckboxProps & { look: string }) {
  const wiring = useFieldWiring()
  const generated = useId()
  const id = rest.id ?? wiring.id ?? generated
  const control = (
    <input
      {...wiring}
      type="checkbox"
      className={clsx(look, !label && className)}
      onChange={(event) => {
        onChange?.(event)
        onCheckedChange?.(event.target.checked)
      }}
      {...rest}
      id={id}
    />
  )
  if (!label) return control
  return (
    <label htmlFor={id} className={clsx('flex min-h-11 cursor-pointer items-center gap-3 text-base', className)}>
      {control}
      <span>{label}</span>
    </label>
  )
}
