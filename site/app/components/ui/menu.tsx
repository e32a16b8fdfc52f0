import clsx from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

interface MenuProps {
  /** A single button element that opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          className="pop-panel z-50 min-w-48 border border-line bg-raised p-1 text-sm text-ink shadow-xl"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({ danger, className, ...rest }: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return (
    <Radix.Item
      className={clsx(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-3 outline-none data-[highlighted]:bg-sunken [&_svg]:size-4',
        'data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50',
        danger && 'text-danger',
        className,
      )}
      {...rest}
    />
  )
}

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-hairline" />
