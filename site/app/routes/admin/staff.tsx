import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { nameOf } from '#app/features/admin/customers/customer.schema.ts'
import { ResetTwoStepsDialog } from '#app/features/admin/customers/reset-two-steps-dialog.tsx'
import { ListState } from '#app/features/admin/list/list-body.tsx'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { InviteDialog } from '#app/features/admin/staff/invite-dialog.tsx'
import { RoleDialog } from '#app/features/admin/staff/role-dialog.tsx'
import { type StaffMember, staffMembers } from '#app/features/admin/staff/staff-queries.ts'
import { StaffTable } from '#app/features/admin/staff/staff-table.tsx'
import { useInvite } from '#app/features/admin/staff/use-invite.ts'
import { useStaffActions } from '#app/features/admin/staff/use-staff-actions.ts'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { hasTwoSteps } from '#app/platform/session/two-steps.ts'

export const meta = () => [{ title: 'Staff | Back office' }]

/** Everyone who works in the back office. The list is short, so it has no search and no pages. */
export default function AdminStaffPage() {
  const [params, change] = useListParams()
  const query = useQuery(staffMembers)
  const { toggleDisabled, resetTwoSteps, refusal, setRefusal } = useStaffActions()
  const { inviting } = useInvite({ onError: setRefusal })
  const [promoted, setPromoted] = useState<StaffMember | null>(null)
  const [disabled, setDisabled] = useState<StaffMember | null>(null)
  const [lostPhone, setLostPhone] = useState<StaffMember | null>(null)
  const { user } = useSession()
  useErrorToast(query.isError, 'Failed to load staff')

  return (
    <>
      <ScreenHeader
        title="Staff"
        action={
          <Button variant="hairline" onClick={() => change({ invite: '1' })}>
            <UserPlus aria-hidden strokeWidth={1.5} /> Invite a colleague
          </Button>
        }
      />
      {refusal && (
        <Alert tone="danger" className="mb-4">
          {refusal}
        </Alert>
      )}
      <ListState query={query} noun="staff">
        {(members) => (
          <StaffTable
            members={members}
            ownId={user?.id}
            onChangeRole={setPromoted}
            onResend={({ email, role }) => inviting.mutate({ email, role })}
            onResetTwoSteps={hasTwoSteps(user) ? setLostPhone : undefined}
            onToggleDisabled={(member) => (member.disabled ? toggleDisabled(member) : setDisabled(member))}
          />
        )}
      </ListState>
      {params.has('invite') && <InviteDialog onClose={() => change({ invite: '' })} />}
      {promoted && <RoleDialog key={promoted.id} member={promoted} onClose={() => setPromoted(null)} />}
      <ResetTwoStepsDialog
        customer={lostPhone}
        onConfirm={(member) => resetTwoSteps(member)}
        onClose={() => setLostPhone(null)}
      />
      <ConfirmDialog
        open={disabled !== null}
        onOpenChange={(open) => !open && setDisabled(null)}
        title="Disable account"
        description={
          disabled &&
          `${nameOf(disabled)} will be signed out and won’t be able to sign in. Their work stays as it is, and you can enable them again at any time.`
        }
        confirmLabel="Disable"
        danger
        onConfirm={() => {
          if (disabled) toggleDisabled(disabled)
          setDisabled(null)
        }}
      />
    </>
  )
}
