import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { firstStepFacts } from '#app/features/admin/first-steps/first-step-queries.ts'
import { TestMailAction } from '#app/features/admin/first-steps/test-mail-action.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { NotificationsForm } from '#app/features/admin/settings/notifications-form.tsx'
import { settings } from '#app/features/admin/settings/settings-queries.ts'
import { SettingsTabs } from '#app/features/admin/settings/settings-tabs.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { MailState } from '#app/features/admin/status/mail-state.tsx'
import { SETTINGS, settingsOfTab, toSettings } from '#supabase/functions/_shared/settings.ts'

const NAMES = settingsOfTab('notifications')
/** A missing row means the default for a new site. */
const DEFAULTS = toSettings(
  NAMES,
  NAMES.map((name) => ({ key: SETTINGS[name].key, value: SETTINGS[name].default })),
)

export const meta = () => [{ title: 'Settings | Back office' }]

export default function AdminSettingsNotificationsPage() {
  const { data, isError, refetch } = useQuery(settings('notifications', DEFAULTS))
  return (
    <>
      <ScreenHeader title="Settings" />
      <SettingsTabs />
      {data && <NotificationsForm stored={data} />}
      {!data && !isError && <Skeleton aria-busy className="h-[520px] max-w-3xl" />}
      {!data && isError && (
        <Alert tone="danger" className="max-w-3xl" title="We couldn’t load the settings">
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
      <MailCard />
    </>
  )
}

/** Whether email works at all; if it doesn't, the settings above have no effect. */
function MailCard() {
  const { data: site } = useQuery(siteStatus)
  const { data: facts } = useQuery(firstStepFacts)
  return (
    <Card className="mt-10 grid max-w-3xl gap-3 p-5 sm:p-6">
      <h2 className="display text-2xl">Email status</h2>
      <MailState />
      {site?.mailConfigured && facts && <TestMailAction mail={facts.testMail} />}
    </Card>
  )
}
