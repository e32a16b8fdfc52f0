import { readGuide } from '#app/features/admin/help/guide.server.ts'
import { Guide } from '#app/features/admin/help/guide.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import type { Route } from './+types/help'

export const loader = () => readGuide()

export const meta = () => [{ title: 'Help | Back office' }]

export default function AdminHelpPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader title="Help" note="How to run your website, from the first hour to backups." />
      <Guide {...loaderData} />
    </>
  )
}
