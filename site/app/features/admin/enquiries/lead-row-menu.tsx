import { CircleCheck, MailOpen, MoreHorizontal, RotateCcw, UserRoundCheck } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Menu, MenuItem } from '#app/components/ui/menu.tsx'
import type { InboxItem } from './inbox-queries.ts'
import { shownStatus } from './inbox-rules.ts'
import { useLeadActions } from './use-lead-actions.ts'

const ICON = { 'aria-hidden': true, strokeWidth: 1.5 }

export function LeadRowMenu({ item, onAssign }: { item: InboxItem; onAssign(): void }) {
  const { act } = useLeadActions()
  const leads = [item]
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" className="w-8! h-9!" aria-label={`More actions for ${item.name}`}>
          <MoreHorizontal {...ICON} />
        </Button>
      }
    >
      <MenuItem onSelect={onAssign}>
        <UserRoundCheck {...ICON} /> Assign
      </MenuItem>
      {item.status === 'Closed' ? (
        <MenuItem onSelect={() => act({ leads, change: { status: 'reopened' } })}>
          <RotateCcw {...ICON} /> Reopen
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => act({ leads, change: { status: 'closed' } })}>
          <CircleCheck {...ICON} /> Close
        </MenuItem>
      )}
      {shownStatus(item.status) !== 'New' && (
        <MenuItem onSelect={() => act({ leads, change: 'new' })}>
          <MailOpen {...ICON} /> Set back to New
        </MenuItem>
      )}
    </Menu>
  )
}
