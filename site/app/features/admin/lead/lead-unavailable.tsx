import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'

/** Instead of a lead that does not exist, or that could not be loaded. */
export function LeadUnavailable({ kind = 'enquiry', onRetry }: { kind?: LeadKind; onRetry?: () => void }) {
  const { label, one } = LEADS[kind]
  if (onRetry)
    return (
      <EmptyState
        as="h1"
        title={`We couldn’t load this ${one}`}
        description="Check your connection and try again."
        action={
          <Button variant="hairline" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    )
  return (
    <EmptyState
      as="h1"
      title={`${label} not found`}
      description={`This ${one} no longer exists. It may have been deleted.`}
      action={
        <ButtonLink to="/admin/enquiries" variant="hairline">
          All enquiries
        </ButtonLink>
      }
    />
  )
}
