import { data, type MetaDescriptor } from 'react-router'
import { Container } from '#app/components/ui/container.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { changeAlerts, PRIVATE_PAGE, requireAlerts } from '#app/features/alerts/alerts.server.ts'
import { ManageAlerts, NoAlerts } from '#app/features/alerts/manage-alerts.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Route } from './+types/alerts'

/** The page is for the reader of one mailbox. */
export const handle: PageHandle = { addressOf: () => null }

export async function loader({ params, context }: Route.LoaderArgs) {
  const alerts = requireAlerts(context)
  const found = isUuid(params.token) ? await alerts.find(params.token) : null
  return data({ found }, { headers: PRIVATE_PAGE })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  await changeAlerts(context, params.token, await request.formData())
  return data(null, { headers: PRIVATE_PAGE })
}

export const headers = () => PRIVATE_PAGE

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, {
    title: 'Your alerts',
    description: 'The vehicles and searches you’re watching.',
    noIndex: true,
  })
}

export default function AlertsPage({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading title="Your alerts" />
      {found ? <ManageAlerts {...found} /> : <NoAlerts />}
    </Container>
  )
}
