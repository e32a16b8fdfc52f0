import clsx from 'clsx'
import type { ComponentProps } from 'react'

/** Sets the page's width, with 20 px margins on a phone. */
export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={clsx('mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-5 md:px-6', className)}
      {...rest}
    />
  )
}
