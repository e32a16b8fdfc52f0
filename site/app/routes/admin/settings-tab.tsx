import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Alert } from '#app/components/ui/alert.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { PublishedForm } from '#app/features/admin/settings/published-form.tsx'
import { type PublishedTab, published } from '#app/features/admin/settings/published-queries.ts'

export default function AdminSettingsTabPage() {
  // The layout has checked the tab.
  const tab = useParams().tab as PublishedTab
  return <PublishedSettings key={tab} tab={tab} />
}

function PublishedSettings({ tab }: { tab: PublishedTab }) {
  const { data, isError, refetch } = useQuery(published(tab))
  if (data) return <PublishedForm tab={tab} published={data} />
  if (!isError) return <Skeleton aria-busy className="h-[520px] max-w-3xl" />
  return (
    <Alert tone="danger" className="max-w-3xl" title="We couldn’t load the settings">
      <button type="button" className="underline" onClick={() => void refetch()}>
        Try again
      </button>
    </Alert>
  )
}
