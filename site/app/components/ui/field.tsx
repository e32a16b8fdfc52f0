import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useId, useMemo, useState } from 'react'

interface FieldWiring {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  required?: boolean
}

const FieldContext = createContext<FieldWiring>({})

/** What a control inside a Field inherits: id, description and error state. */
export const useFieldWiring = (): FieldWiring => use(FieldContext)

interface FieldProps {
  label: ReactNode
  /** Help text below the control. */
  hint?: ReactNode
  /** Shown below the control and read out with it. */
  error?: ReactNode
  required?: boolean
  /** Marks an optional field in a form where most are required. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/**
 * Shows the label above the control, and help and errors below it. The control inside (Input, Select, ...) connects
 * itself to them.
 */
export function Field({ label, hint, error, required, optional, className, children }: FieldProps) {
  const controlId = useId()
  const wiring = useMemo(
    () => ({
      id: controlId,
      'aria-describedby': clsx(hint && `${controlId}-hint`, error && `${controlId}-error`) || undefined,
      'aria-invalid': error ? true : undefined,
      required,
    }),
    [controlId, hint, error, required],
  )
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <Label htmlFor={controlId}>
        {label}
        {optional && <span className="font-normal text-quiet"> (optional)</span>}
      </Label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  )
}

function Label({ className, children, ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: htmlFor is passed in the props
    <label className={clsx('text-sm font-medium', className)} {...rest}>
      {children}
    </label>
  )
}

export function FieldError({ className, ...rest }: ComponentProps<'p'>) {
  return <p role="alert" className={clsx('text-sm text-danger', className)} {...rest} />
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldWiring()} className={clsx('field-control', className)} {...rest} />
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldWiring()} rows={rows} className={clsx('field-control resize-y', className)} {...rest} />
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <div className="relative">
      <Input className={clsx('pr-12', className)} {...rest} type={visible ? 'text' : 'password'} />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-11 place-content-center text-quiet hover:text-ink"
        aria-label={visible ? 'Hide password' : 'Show password'}
        onClick={() => setVisible(!visible)}
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.5} />
      </button>
    </div>
  )
}
