import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { ListState } from '#app/features/admin/list/list-body.tsx'
import { writtenPages } from '#app/features/admin/pages/page-queries.ts'
import { PageTable } from '#app/features/admin/pages/page-table.tsx'

export const meta = () => [{ title: 'Guides | Settings | Back office' }]

/** Guides, and texts for the lists of cars that visitors find through search engines. */
export default function AdminGuidesPage() {
  const query = useQuery(writtenPages)
  return (
    <div className="max-w-3xl">
      {query.data?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<BookOpen aria-hidden />}
            title="No guides yet"
            description="Write advice for buyers, or text for the page of a make, model, body type, fuel or price. Visitors see it once you publish it."
            action={<ButtonLink to="/admin/settings/guides/add">Write a page</ButtonLink>}
          />
        </Card>
      ) : (
        <>
          <div className="mb-4 flex justify-end">
            <ButtonLink to="/admin/settings/guides/add" variant="hairline">
              Write a page
            </ButtonLink>
          </div>
          <ListState query={query} noun="guides">
            {(pages) => <PageTable pages={pages} />}
          </ListState>
        </>
      )}
    </div>
  )
}
