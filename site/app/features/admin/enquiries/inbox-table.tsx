import { useQuery } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { EmailText } from '#app/features/admin/list/email-text.tsx'
import { SelectAllBox, SelectBox } from '#app/features/admin/list/select-box.tsx'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import type { Selection } from '#app/features/admin/list/use-selection.ts'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { InboxItem } from './inbox-queries.ts'
import { typeLabel } from './inbox-rules.ts'
import { InboxStatus } from './inbox-status.tsx'
import { DueDate, Source, TestDriveTime, Unanswered } from './lead-facts.tsx'
import { LeadRowMenu } from './lead-row-menu.tsx'

const WIDE = 'hidden md:table-cell'
/** Below this width, the type is shown below the date. */
const FROM_LAPTOP = 'hidden xl:table-cell'
/** Below this width, the colleague and the next step are shown below the status. */
const FROM_DESKTOP = 'hidden min-[1400px]:table-cell'

interface RowActions {
  selection: Selection<InboxItem>
  onView(item: InboxItem): void
  onAssign(item: InboxItem): void
}

interface InboxTableProps extends RowActions {
  items: InboxItem[]
  sorting: Sorting
}

export function InboxTable({ items, sorting, ...actions }: InboxTableProps) {
  const { data: staff } = useQuery(colleagues)
  return (
    <Table label="Enquiries" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader className={`w-9 ${WIDE}`}>
            <SelectAllBox selection={actions.selection} rows={items} />
          </TableHeader>
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
          <TableHeader className={FROM_DESKTOP}>Assigned to</TableHeader>
          <SortHeader column="due_on" className={FROM_DESKTOP} {...sorting}>
            Due
          </SortHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <InboxRow
            key={item.id}
            item={item}
            assignee={staff?.find(({ id }) => id === item.assignee_id)?.name}
            {...actions}
          />
        ))}
      </TableBody>
    </Table>
  )
}

interface InboxRowProps extends RowActions {
  item: InboxItem
  assignee: string | undefined
}

function InboxRow({ item, assignee, selection, onView, onAssign }: InboxRowProps) {
  const type = typeLabel(item)
  return (
    <TableRow className={selection.isSelected(item) ? 'bg-ink/5' : undefined}>
      <TableCell className={WIDE}>
        <SelectBox selection={selection} row={item} label={`Select ${type} from ${item.name}`} />
      </TableCell>
      <TableCell className={`tabular whitespace-nowrap ${WIDE}`}>
        {formatDate(item.created_at)} <span className="text-quiet">{formatTime(item.created_at)}</span>
        <span className="block text-quiet text-xs xl:hidden">{type}</span>
      </TableCell>
      <TableCell className="max-md:pl-0!">
        <span className="block font-medium md:min-w-32">{item.name}</span>
        <span className="wrap-anywhere block text-quiet text-xs">
          {item.email ? <EmailText>{item.email}</EmailText> : item.phone}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 text-xs md:hidden">
          <InboxStatus status={item.status} />
          <Unanswered item={item} />
          <span className="tabular text-quiet">
            {type}, {formatDate(item.created_at)} {formatTime(item.created_at)}
            {item.is_demo && ', demo'}
          </span>
        </span>
        <TestDriveTime item={item} className="md:hidden" />
        {item.vehicle_title && <span className="block text-quiet text-xs md:hidden">{item.vehicle_title}</span>}
        <Desk item={item} assignee={assignee} className="md:hidden" />
      </TableCell>
      <TableCell className={WIDE}>
        {item.vehicle_title || <span className="text-quiet">–</span>}
        <TestDriveTime item={item} />
      </TableCell>
      <TableCell className={`whitespace-nowrap ${FROM_LAPTOP}`}>
        {type}
        <Source item={item} />
      </TableCell>
      <TableCell className={WIDE}>
        <InboxStatus status={item.status} />
        <Unanswered item={item} className="block" />
        <Desk item={item} assignee={assignee} className="min-[1400px]:hidden" />
      </TableCell>
      <TableCell className={FROM_DESKTOP}>{assignee ?? <span className="text-quiet">–</span>}</TableCell>
      <TableCell className={FROM_DESKTOP}>
        {item.due_on ? <DueDate item={item} /> : !item.next_step && <span className="text-quiet">–</span>}
        {item.next_step && <span className="line-clamp-1 max-w-40 text-quiet text-xs">{item.next_step}</span>}
      </TableCell>
      <TableCell className="w-px">
        <div className="flex items-center justify-end gap-1">
          <Button
            size="sm"
            variant="hairline"
            aria-label={`View ${type} from ${item.name}`}
            onClick={() => onView(item)}
          >
            View
          </Button>
          <LeadRowMenu item={item} onAssign={() => onAssign(item)} />
        </div>
      </TableCell>
    </TableRow>
  )
}

/** The colleague and the next step, where they have no columns of their own. */
const Desk = ({ item, assignee, className }: { item: InboxItem; assignee?: string; className: string }) =>
  (assignee || item.due_on) && (
    <span className={`mt-0.5 flex flex-wrap gap-x-3 text-quiet text-xs ${className}`}>
      {assignee && <span>{assignee}</span>}
      {item.due_on && (
        <span>
          Due <DueDate item={item} />
        </span>
      )}
    </span>
  )
