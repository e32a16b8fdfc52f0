import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { NotificationsForm } from '#app/features/admin/settings/notifications-form.tsx'
import { settings } from '#app/features/admin/settings/settings-queries.ts'
import { SETTINGS, settingsOfTab, toSettings } from '#supabase/functions/_shared/settings.ts'

const NAMES = settingsOfTab('notifications')
/** A missing row means the default for a new site. */
const DEFAULTS = toSettings(
  NAMES,
  NAMES.map((name) => ({ key: SETTINGS[name].key, value: SETTINGS[name].default })),
)

export default function AdminSettingsNotificationsPage() {
  const { data, isError, refetch } = useQuery(settings('notifications', DEFAULTS))
  return (
    <>
      {data && <NotificationsForm stored={data} />}
      {!data && !isError && <Skeleton aria-busy className="h-[520px] max-w-3xl" />}
      {!data && isError && (
        <Alert tone="danger" className="max-w-3xl" title="We couldn’t load the settings">
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
    </>
  )
}
