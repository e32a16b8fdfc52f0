import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { SettingsForm } from '#app/features/admin/settings/settings-form.tsx'
import { settings } from '#app/features/admin/settings/settings-queries.ts'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { ADMIN_SETTINGS, type AdminSettings, toSettings } from '#supabase/functions/_shared/settings.ts'

export const meta = () => [{ title: 'Settings | Back office' }]

export default function AdminSettingsPage() {
  // What the page around knows: a form that could not be filled must not offer another dealer's facts for saving.
  const known: AdminSettings = { ...toSettings(ADMIN_SETTINGS, []), ...useCompany() }
  const { data, isError } = useQuery(settings(known))
  useErrorToast(isError, 'Failed to load company settings')

  return (
    <>
      <ScreenHeader title="Settings" />
      <Alert className="mb-6 max-w-3xl">
        Settings are cached for 5 minutes. Changes show site-wide within 5 minutes.
      </Alert>
      {data || isError ? (
        <SettingsForm key={data ? 'stored' : 'defaults'} values={data ?? known} />
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
