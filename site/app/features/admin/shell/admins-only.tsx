import { ShieldAlert } from 'lucide-react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'

/** Shown to sales staff who follow a link to a screen for admins. */
export function AdminsOnly() {
  return (
    <>
      <ScreenHeader title="For admins only" />
      <EmptyState
        icon={<ShieldAlert aria-hidden />}
        title="You don’t have access to this screen"
        description="If you need it for your work, ask an admin at your dealership."
        action={<ButtonLink to="/admin/dashboard">Go to the dashboard</ButtonLink>}
      />
    </>
  )
}
