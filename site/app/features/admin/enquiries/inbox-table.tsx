import { Button } from '#app/components/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { EmailText } from '#app/features/admin/list/email-text.tsx'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { InboxItem } from './inbox-queries.ts'
import { isUnanswered, testDriveTime } from './inbox-rules.ts'
import { InboxStatus } from './inbox-status.tsx'

const WIDE = 'hidden md:table-cell'
/** Below this width, the type is shown below the date. */
const FROM_LAPTOP = 'hidden xl:table-cell'

interface InboxTableProps {
  items: InboxItem[]
  sorting: Sorting
  onView(item: InboxItem): void
}

export function InboxTable({ items, sorting, onView }: InboxTableProps) {
  return (
    <Table label="Enquiries" className={DENSE}>
      <TableHead>
        <TableRow>
          <SortHeader column="created_at" className={WIDE} {...sorting}>
            Date and time
          </SortHeader>
          <SortHeader column="name" className="max-md:pl-0!" {...sorting}>
            Customer
          </SortHeader>
          <SortHeader column="vehicle_title" className={WIDE} {...sorting}>
            Vehicle
          </SortHeader>
          <SortHeader column="kind" className={FROM_LAPTOP} {...sorting}>
            Type
          </SortHeader>
          <SortHeader column="status" className={WIDE} {...sorting}>
            Status
          </SortHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <InboxRow key={item.id} item={item} onView={() => onView(item)} />
        ))}
      </TableBody>
    </Table>
  )
}

function InboxRow({ item, onView }: { item: InboxItem; onView(): void }) {
  return (
    <TableRow>
      <TableCell className={`tabular whitespace-nowrap ${WIDE}`}>
        {formatDate(item.created_at)} <span className="text-quiet">{formatTime(item.created_at)}</span>
        <span className="block text-quiet text-xs xl:hidden">{LEADS[item.kind].label}</span>
      </TableCell>
      <TableCell className="max-md:pl-0!">
        <span className="block font-medium md:min-w-32">{item.name}</span>
        <span className="wrap-anywhere block text-quiet text-xs">
          <EmailText>{item.email}</EmailText>
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 text-xs md:hidden">
          <InboxStatus status={item.status} />
          <Unanswered item={item} />
          <span className="tabular text-quiet">
            {LEADS[item.kind].label}, {formatDate(item.created_at)} {formatTime(item.created_at)}
          </span>
        </span>
        <TestDriveTime item={item} className="md:hidden" />
        {item.vehicle_title && <span className="block text-quiet text-xs md:hidden">{item.vehicle_title}</span>}
      </TableCell>
      <TableCell className={WIDE}>
        {item.vehicle_title || <span className="text-quiet">–</span>}
        <TestDriveTime item={item} className="xl:hidden" />
      </TableCell>
      <TableCell className={`whitespace-nowrap ${FROM_LAPTOP}`}>
        {LEADS[item.kind].label}
        <TestDriveTime item={item} />
      </TableCell>
      <TableCell className={WIDE}>
        <InboxStatus status={item.status} />
        <Unanswered item={item} className="block" />
      </TableCell>
      <TableCell className="w-px">
        <Button
          size="sm"
          variant="hairline"
          aria-label={`View ${LEADS[item.kind].label} from ${item.name}`}
          onClick={onView}
        >
          View
        </Button>
      </TableCell>
    </TableRow>
  )
}

const TestDriveTime = ({ item, className = '' }: { item: InboxItem; className?: string }) =>
  item.preferred_date && (
    <span className={`tabular block text-xs ${className}`}>Booked for {testDriveTime(item.preferred_date)}</span>
  )

const Unanswered = ({ item, className = '' }: { item: InboxItem; className?: string }) =>
  isUnanswered(item) && <span className={`whitespace-nowrap text-quiet text-xs ${className}`}>Not answered yet</span>
