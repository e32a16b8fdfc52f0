import { KeyRound, MoreHorizontal, Pencil, Smartphone, UserRoundCheck, UserRoundX } from 'lucide-react'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { EmailText } from '#app/features/admin/list/email-text.tsx'
import { SortHeader, type Sorting } from '#app/features/admin/list/sort-header.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { AccountStatus } from './account-status.tsx'
import { nameOf, ROLE_LABELS } from './customer.schema.ts'
import type { Customer } from './customer-queries.ts'

interface CustomerActions {
  onEdit(customer: Customer): void
  onResetPassword(customer: Customer): void
  /** Undefined if the signed-in admin does not use two-step verification, because the server would refuse the request. */
  onResetTwoSteps?(customer: Customer): void
  onToggleDisabled(customer: Customer): void
}

interface CustomerTableProps extends CustomerActions {
  customers: Customer[]
  sorting: Sorting
  ownId?: string
}

export function CustomerTable({ customers, sorting, ...actions }: CustomerTableProps) {
  return (
    <Table label="Customers" className={DENSE}>
      <TableHead>
        <TableRow>
          <SortHeader column="name" {...sorting}>
            Customer
          </SortHeader>
          <SortHeader column="role" {...sorting}>
            Role
          </SortHeader>
          <SortHeader column="disabled" className="hidden sm:table-cell" {...sorting}>
            Status
          </SortHeader>
          <SortHeader column="created_at" className="hidden sm:table-cell" {...sorting}>
            Joined
          </SortHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {customers.map((customer) => (
          <TableRow key={customer.id}>
            <TableCell>
              <span className="block font-medium">{nameOf(customer)}</span>
              <span className="wrap-anywhere block text-quiet text-xs">
                <EmailText>{customer.email}</EmailText>
              </span>
              <span className="mt-1 flex gap-3 sm:hidden">
                <AccountStatus account={customer} />
                <span className="tabular text-quiet">{formatDate(customer.created_at)}</span>
              </span>
            </TableCell>
            <TableCell>
              <Badge tone={customer.role === 'admin' ? 'brass' : 'quiet'}>{ROLE_LABELS[customer.role]}</Badge>
            </TableCell>
            <TableCell className="hidden sm:table-cell">
              <AccountStatus account={customer} />
            </TableCell>
            <TableCell className="tabular hidden sm:table-cell">{formatDate(customer.created_at)}</TableCell>
            <TableCell className="w-px">
              <RowMenu customer={customer} {...actions} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function RowMenu({ customer, ownId, ...actions }: CustomerActions & { customer: Customer; ownId?: string }) {
  const { onEdit, onResetPassword, onResetTwoSteps, onToggleDisabled } = actions
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" className="!size-9" aria-label={`Actions for ${nameOf(customer)}`}>
          <MoreHorizontal aria-hidden strokeWidth={1.5} />
        </Button>
      }
    >
      <MenuItem onSelect={() => onEdit(customer)}>
        <Pencil aria-hidden strokeWidth={1.5} /> Edit Details
      </MenuItem>
      <MenuItem onSelect={() => onResetPassword(customer)}>
        <KeyRound aria-hidden strokeWidth={1.5} /> Reset Password
      </MenuItem>
      {customer.id !== ownId && onResetTwoSteps && (
        <MenuItem onSelect={() => onResetTwoSteps(customer)}>
          <Smartphone aria-hidden strokeWidth={1.5} /> Reset Two-Step Verification
        </MenuItem>
      )}
      {customer.id !== ownId && (
        <>
          <MenuSeparator />
          <MenuItem danger={!customer.disabled} onSelect={() => onToggleDisabled(customer)}>
            {customer.disabled ? (
              <UserRoundCheck aria-hidden strokeWidth={1.5} />
            ) : (
              <UserRoundX aria-hidden strokeWidth={1.5} />
            )}
            {customer.disabled ? 'Enable' : 'Disable'}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
