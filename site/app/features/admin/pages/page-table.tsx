import { PathLink } from '#app/components/ui/link.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { formatDate } from '#app/lib/dates.ts'
import { guideSlug } from '#supabase/functions/_shared/page-paths.ts'
import type { ListedPage } from './page-queries.ts'
import { PageStatus } from './page-status.tsx'

export const PageTable = ({ pages }: { pages: ListedPage[] }) => (
  <Table label="Guides and texts" className={DENSE}>
    <TableHead>
      <TableRow>
        <TableHeader>Title</TableHeader>
        <TableHeader className="max-md:hidden">Type</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader className="max-sm:hidden" numeric>
          Changed
        </TableHeader>
      </TableRow>
    </TableHead>
    <TableBody>
      {pages.map((page) => (
        <TableRow key={page.id}>
          <TableCell className="w-full">
            <PathLink
              to={`/admin/settings/guides/${page.id}`}
              className="inline-flex min-h-9 flex-col justify-center underline-offset-4 hover:underline"
            >
              <span className="wrap-anywhere font-medium">{page.title}</span>
            </PathLink>
            <span className="block wrap-anywhere pb-1.5 text-quiet text-xs">{page.path}</span>
          </TableCell>
          <TableCell className="whitespace-nowrap max-md:hidden">
            {guideSlug(page.path) === null ? 'Text for a list of cars' : 'Guide'}
          </TableCell>
          <TableCell className="whitespace-nowrap">
            <PageStatus page={page} />
          </TableCell>
          <TableCell className="max-sm:hidden" numeric>
            {formatDate(page.updated_at)}
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
