import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { SettingsForm } from '#app/features/admin/settings/settings-form.tsx'
import { settings } from '#app/features/admin/settings/settings-queries.ts'
import { toStored } from '#app/features/admin/settings/stored-settings.ts'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { settingsOfTab, toConfigRows, toSettings } from '#supabase/functions/_shared/settings.ts'

const NOTHING = toSettings(settingsOfTab('company'), [])

export default function AdminSettingsPage() {
  // Falls back to the known company details, because a form that could not load must not offer to save another dealer's
  // details.
  const known = toStored('company', toConfigRows(useCompany()), NOTHING)
  const { data, isError, refetch } = useQuery(settings('company', known.values))
  useErrorToast(isError, 'Failed to load company settings')

  return (
    <>
      <Alert className="mb-6 max-w-3xl">
        Settings are cached for 5 minutes. Changes show site-wide within 5 minutes.
      </Alert>
      {isError && !data && (
        <Alert tone="danger" className="mb-6 max-w-3xl" title="We couldn’t load the settings">
          The details below may be out of date, so you can’t save them.{' '}
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
      {data || isError ? (
        <SettingsForm key={data ? 'stored' : 'known'} stored={data ?? known} isReadOnly={!data} />
      ) : (
        <SettingsSkeleton />
      )}
    </>
  )
}

const SettingsSkeleton = () => (
  <div aria-busy className="grid max-w-3xl gap-5">
    <Skeleton className="h-[520px]" />
    <Skeleton className="h-64" />
  </div>
)
