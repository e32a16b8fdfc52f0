import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'

export function VehicleNotFound() {
  return (
    <EmptyState
      as="h1"
      className="py-28 md:py-40"
      title="Vehicle Not Found"
      description="The vehicle you're looking for doesn't exist or has been removed."
      action={<ButtonLink to="/vehicles">Back to Vehicles</ButtonLink>}
    />
  )
}
