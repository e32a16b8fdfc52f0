import { Status } from '#app/components/ui/badge.tsx'

interface AccountStatusProps {
  account: { disabled: boolean; invited_until: string | null }
}

export function AccountStatus({ account }: AccountStatusProps) {
  if (account.disabled) return <Status tone="danger">Disabled</Status>
  if (!account.invited_until) return <Status tone="success">Active</Status>
  return isPending(account) ? <Status tone="info">Invited</Status> : <Status tone="warning">Invitation expired</Status>
}

const isPending = ({ invited_until }: AccountStatusProps['account']) =>
  invited_until !== null && Date.parse(invited_until) > Date.now()
