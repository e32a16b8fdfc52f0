import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { nameOf } from '#app/features/admin/customers/customer.schema.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import type { Role } from '#supabase/functions/_shared/roles.ts'
import { changeRole, type StaffMember } from './staff-queries.ts'
import { STAFF_ROLE_OPTIONS, STAFF_ROLE_WORDS } from './staff-roles.ts'

const OPTIONS = [...STAFF_ROLE_OPTIONS, { value: 'user', label: 'No access' }]

const meaningOf = (role: Role) =>
  role === 'user' ? 'An ordinary customer account, without access to the back office.' : STAFF_ROLE_WORDS[role].means

/** Says what the new role may do before it is given. Keyed by the member, so that it starts from the stored role. */
export function RoleDialog({ member, onClose }: { member: StaffMember; onClose(): void }) {
  const client = useQueryClient()
  const [role, setRole] = useState<Role>(member.role)
  const changing = useMutation({
    mutationFn: () => changeRole(member.id, role),
    onSuccess: () => {
      toast.success(
        role === 'user'
          ? `${nameOf(member)} no longer has access to the back office`
          : `${nameOf(member)} now has the role ${STAFF_ROLE_WORDS[role].label}`,
      )
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['accounts'] }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change the role of ${nameOf(member)}`}
      description="The new role applies at once, including where they are signed in now."
      confirmLabel="Change role"
      danger={role === 'user'}
      disabled={role === member.role}
      loading={changing.isPending}
      onConfirm={() => changing.mutate()}
    >
      <div className="grid gap-4">
        {changing.error && (
          <Alert tone="danger">
            {refusalInWords(changing.error) ?? 'Failed to change the role. Please try again.'}
          </Alert>
        )}
        <Field label="Role" hint={meaningOf(role)}>
          <Select options={OPTIONS} value={role} onValueChange={(value) => setRole(value as Role)} />
        </Field>
      </div>
    </ConfirmDialog>
  )
}
