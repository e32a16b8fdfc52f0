import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'

export const meta = () => [{ title: 'Page not found | Back office' }]

/** Shown for a mistyped address or an old bookmark, inside the back office with its menu. */
export default function AdminNotFoundPage() {
  return (
    <>
      <ScreenHeader title="Page not found" />
      <EmptyState
        title="This page doesn’t exist"
        description="The address may be mistyped, or the page may have moved."
        action={<ButtonLink to="/admin/dashboard">Go to the dashboard</ButtonLink>}
      />
    </>
  )
}
