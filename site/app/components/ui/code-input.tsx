import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Input } from './field.tsx'

/** A field for a six-digit code. Phones suggest the code above the keyboard, and a pasted space does no harm. */
export function CodeInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <Input
      className={clsx('tabular text-center text-xl tracking-[0.3em]', className)}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={12}
      {...rest}
    />
  )
}
