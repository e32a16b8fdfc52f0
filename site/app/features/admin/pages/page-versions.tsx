import { useQuery } from '@tanstack/react-query'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { VersionList } from '#app/features/admin/version-list.tsx'
import type { PageContent } from './page.schema.ts'
import { pageVersions, stateOf, type WrittenPage } from './page-queries.ts'

interface PageVersionsProps {
  page: WrittenPage
  isDirty: boolean
  onRestore(content: PageContent): void
}

export function PageVersions({ page, isDirty, onRestore }: PageVersionsProps) {
  const { data: versions = [], isError } = useQuery(pageVersions(page.id))
  useErrorToast(isError, 'Failed to load the version history')
  return (
    <VersionList
      versions={versions}
      publishedId={page.published_version}
      isDirty={isDirty || stateOf(page) !== 'Published'}
      onRestore={({ content }) => onRestore(content)}
    />
  )
}
