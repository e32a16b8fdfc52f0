import { Outlet, useParams } from 'react-router'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { isPublishedTab } from '#app/features/admin/settings/published-queries.ts'
import { SettingsTabs } from '#app/features/admin/settings/settings-tabs.tsx'
import { UnsavedTabsProvider } from '#app/features/admin/settings/unsaved-tabs.tsx'
import AdminNotFoundPage from './not-found.tsx'

export const meta = () => [{ title: 'Settings | Back office' }]

/** Around every tab, so that edits on one are not forgotten while another is open. */
export default function AdminSettingsLayout() {
  const { tab } = useParams()
  if (tab !== undefined && !isPublishedTab(tab)) return <AdminNotFoundPage />
  return (
    <UnsavedTabsProvider>
      <ScreenHeader title="Settings" />
      <SettingsTabs />
      <Outlet />
    </UnsavedTabsProvider>
  )
}
