import clsx from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, type RefObject, use, useRef } from 'react'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  children: ReactNode
}

/** Holds the chosen action until the menu is closed. */
const ChosenContext = createContext<RefObject<(() => void) | null>>({ current: null })

/**
 * An item's action runs once the menu is closed and its button has the focus, so that a dialog can return the focus
 * there.
 */
export function Menu({ trigger, children }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null)
  const runAction = () => {
    const act = chosen.current
    chosen.current = null
    if (act) setTimeout(act)
  }
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          onCloseAutoFocus={runAction}
          className="pop-panel z-50 min-w-48 border border-line bg-raised p-1 text-sm text-ink shadow-xl"
        >
          <ChosenContext value={chosen}>{children}</ChosenContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = Omit<ComponentProps<typeof Radix.Item>, 'onSelect'> & { danger?: boolean; onSelect?(): void }

export function MenuItem({ danger, className, onSelect, ...rest }: MenuItemProps) {
  const chosen = use(ChosenContext)
  return (
    <Radix.Item
      onSelect={() => {
        chosen.current = onSelect ?? null
      }}
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
