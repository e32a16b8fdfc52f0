import { Button } from '#app/components/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { InboxItem } from './inbox-queries.ts'
import { KIND_LABELS } from './inbox-rules.ts'
import { InboxStatus } from './inbox-status.tsx'

const WIDE = 'hidden md:table-cell'

export function InboxTable({ items, onView }: { items: InboxItem[]; onView(item: InboxItem): void }) {
  return (
    <Table label="Enquiries" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader className={WIDE}>Date and time</TableHeader>
          <TableHeader className="max-md:pl-0!">Customer</TableHeader>
          <TableHeader className={WIDE}>Vehicle</TableHeader>
          <TableHeader className={WIDE}>Type</TableHeader>
          <TableHeader className={WIDE}>Status</TableHeader>
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
      </TableCell>
      <TableCell className="max-md:pl-0!">
        <span className="block font-medium">{item.name}</span>
        <span className="block break-all text-quiet text-xs">{item.email}</span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 text-xs md:hidden">
          <InboxStatus status={item.status} />
          <span className="tabular text-quiet">
            {KIND_LABELS[item.kind]}, {formatDate(item.created_at)} {formatTime(item.created_at)}
          </span>
        </span>
        {item.vehicle_title && <span className="block text-quiet text-xs md:hidden">{item.vehicle_title}</span>}
      </TableCell>
      <TableCell className={WIDE}>{item.vehicle_title || <span className="text-quiet">–</span>}</TableCell>
      <TableCell className={`whitespace-nowrap ${WIDE}`}>{KIND_LABELS[item.kind]}</TableCell>
      <TableCell className={WIDE}>
        <InboxStatus status={item.status} />
      </TableCell>
      <TableCell className="w-px">
        <Button
          size="sm"
          variant="hairline"
          aria-label={`View ${KIND_LABELS[item.kind]} of ${item.name}`}
          onClick={onView}
        >
          View
        </Button>
      </TableCell>
    </TableRow>
  )
}
