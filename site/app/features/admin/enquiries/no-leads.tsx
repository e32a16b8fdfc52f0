import { Inbox } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'

/** An empty list. `onShowAll` is given if a search or a filter narrows it. */
export const NoLeads = ({ nouns, onShowAll }: { nouns: string; onShowAll?(): void }) => (
  <EmptyState
    icon={<Inbox aria-hidden />}
    title={`No ${nouns} found`}
    description={
      onShowAll ? `No ${nouns} match this search and these filters.` : `New ${nouns} appear here automatically.`
    }
    action={
      onShowAll && (
        <Button variant="hairline" onClick={onShowAll}>
          Show all
        </Button>
      )
    }
  />
)
