import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Input } from './field.tsx'

/** Six digits that arrive by app or message. Phones offer them above the keyboard; a space in what is pasted does no harm. */
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
