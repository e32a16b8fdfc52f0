import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'

export const meta = () => [{ title: 'Page not found | Back office' }]

/** A mistyped address or an old bookmark: the menu stays where it was. */
export default function AdminNotFoundPage() {
  return (
    <>
      <ScreenHeader title="Page not found" />
      <EmptyState
        title="There is no such screen"
        description="The address may be mistyped, or the screen has moved."
        action={<ButtonLink to="/admin/dashboard">Go to the dashboard</ButtonLink>}
      />
    </>
  )
}
