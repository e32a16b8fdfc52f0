import { MailPlus, MoreHorizontal, Smartphone, UserCog, UserRoundCheck, UserRoundX } from 'lucide-react'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { AccountStatus } from '#app/features/admin/customers/account-status.tsx'
import { nameOf } from '#app/features/admin/customers/customer.schema.ts'
import { formatAgo } from '#app/features/admin/dashboard/ago.ts'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { EmailText } from '#app/features/admin/list/email-text.tsx'
import type { StaffMember } from './staff-queries.ts'
import { STAFF_ROLE_WORDS } from './staff-roles.ts'

interface StaffActions {
  onChangeRole(member: StaffMember): void
  onResend(member: StaffMember): void
  /** Undefined if the signed-in admin does not use two-step verification, because the server would refuse the request. */
  onResetTwoSteps?(member: StaffMember): void
  onToggleDisabled(member: StaffMember): void
}

interface StaffTableProps extends StaffActions {
  members: StaffMember[]
  ownId?: string
}

export function StaffTable({ members, ownId, ...actions }: StaffTableProps) {
  return (
    <Table label="Staff" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader>Role</TableHeader>
          <TableHeader className="hidden sm:table-cell">Status</TableHeader>
          <TableHeader className="hidden md:table-cell">Two-step verification</TableHeader>
          <TableHeader className="hidden md:table-cell">Last signed in</TableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {members.map((member) => (
          <TableRow key={member.id}>
            <TableCell>
              <span className="block font-medium">
                {nameOf(member)}
                {member.id === ownId && <span className="font-normal text-quiet"> (you)</span>}
              </span>
              {member.name && (
                <span className="wrap-anywhere block text-quiet text-xs">
                  <EmailText>{member.email}</EmailText>
                </span>
              )}
              <span className="mt-1 block sm:hidden">
                <AccountStatus account={member} />
              </span>
            </TableCell>
            <TableCell>
              <Badge tone={member.role === 'admin' ? 'brass' : 'quiet'}>{STAFF_ROLE_WORDS[member.role].label}</Badge>
            </TableCell>
            <TableCell className="hidden sm:table-cell">
              <AccountStatus account={member} />
            </TableCell>
            <TableCell className="hidden md:table-cell">{member.has_second_step ? 'On' : 'Off'}</TableCell>
            <TableCell className="tabular hidden md:table-cell">
              {member.last_sign_in_at ? formatAgo(member.last_sign_in_at) : 'Never'}
            </TableCell>
            <TableCell className="w-px">{member.id !== ownId && <RowMenu member={member} {...actions} />}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** Admins cannot lock themselves out, so their own row has no menu. */
function RowMenu({ member, ...actions }: StaffActions & { member: StaffMember }) {
  const { onChangeRole, onResend, onResetTwoSteps, onToggleDisabled } = actions
  const isInvited = member.invited_until !== null
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" className="!size-9" aria-label={`Actions for ${nameOf(member)}`}>
          <MoreHorizontal aria-hidden strokeWidth={1.5} />
        </Button>
      }
    >
      {isInvited ? (
        <MenuItem onSelect={() => onResend(member)}>
          <MailPlus aria-hidden strokeWidth={1.5} /> Resend invitation
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => onChangeRole(member)}>
          <UserCog aria-hidden strokeWidth={1.5} /> Change role
        </MenuItem>
      )}
      {member.has_second_step && onResetTwoSteps && (
        <MenuItem onSelect={() => onResetTwoSteps(member)}>
          <Smartphone aria-hidden strokeWidth={1.5} /> Reset two-step verification
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger={!member.disabled} onSelect={() => onToggleDisabled(member)}>
        {member.disabled ? (
          <UserRoundCheck aria-hidden strokeWidth={1.5} />
        ) : (
          <UserRoundX aria-hidden strokeWidth={1.5} />
        )}
        {member.disabled ? 'Enable' : 'Disable'}
      </MenuItem>
    </Menu>
  )
}
