import { SlidersHorizontal } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '#app/components/ui/button.tsx'

interface FilterMenuProps {
  /** How many filters are set. */
  count: number
  onClear(): void
  children: ReactNode
}

/** The filters that most visits to a list do not need. */
export function FilterMenu({ count, onClear, children }: FilterMenuProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="hairline" className="text-sm">
          <SlidersHorizontal aria-hidden strokeWidth={1.5} />
          Filters{count > 0 && ` (${count})`}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label="Filters"
          className="pop-panel z-50 grid max-h-(--radix-popover-content-available-height) w-72 gap-4 overflow-y-auto border border-line bg-raised p-4 text-ink shadow-xl"
        >
          {children}
          {count > 0 && (
            <Button size="sm" variant="quiet" onClick={onClear}>
              Clear filters
            </Button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
