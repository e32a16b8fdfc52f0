import clsx from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'

export const Tabs = Radix.Root

export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={clsx('flex gap-8 border-b border-hairline', className)} {...rest} />
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={clsx(
        '-mb-px min-h-11 border-b-2 border-transparent text-sm font-medium text-quiet transition-colors hover:text-ink',
        'data-[state=active]:border-brass data-[state=active]:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      // Radix focuses the tab by script, after which the browser would show the keyboard's focus ring to a mouse.
      onMouseDown={(event) => event.currentTarget.focus({ focusVisible: false })}
      {...rest}
    />
  )
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={clsx('pt-6', className)} {...rest} />
}
