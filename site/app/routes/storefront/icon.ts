// The icons that browsers, bookmarks and phones request without reading a page.
import { redirect } from 'react-router'
import { loadCompany } from '#app/platform/company/company-loader.server.ts'
import { iconsOf } from '#app/platform/company/icons.ts'
import type { Route } from './+types/icon'

export async function loader({ request, context }: Route.LoaderArgs) {
  // If the settings cannot be read, the default icon is served.
  const loaded = await loadCompany(context).catch(() => null)
  const { tab, homeScreen } = iconsOf(loaded?.company)
  const isForHomeScreen = new URL(request.url).pathname.startsWith('/apple-touch-icon')
  return redirect(isForHomeScreen ? homeScreen : tab, { headers: { 'cache-control': 'public, max-age=3600' } })
}
