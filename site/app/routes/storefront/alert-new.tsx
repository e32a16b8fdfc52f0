import type { MetaDescriptor } from 'react-router'
import { data } from 'react-router'
import { Container } from '#app/components/ui/container.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { ALERT_PROMISE, newAlertPath } from '#app/features/alerts/alert.ts'
import { askForAlert, PRIVATE_PAGE, requireAlerts } from '#app/features/alerts/alerts.server.ts'
import { AskByAccount } from '#app/features/alerts/ask-by-account.tsx'
import { AskedNote, AskForm } from '#app/features/alerts/ask-form.tsx'
import { requireVehicle } from '#app/features/vehicles/vehicle-loader.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import type { Route } from './+types/alert-new'

const vehicleIn = (search: URLSearchParams) => search.get('vehicle') ?? ''
const vehicleIdOf = (request: Request) => vehicleIn(new URL(request.url).searchParams)

export const handle: PageHandle = {
  addressOf: (search) => (isUuid(vehicleIn(search)) ? `vehicle=${vehicleIn(search)}` : ''),
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAlerts(context)
  const { id, title, images } = await requireVehicle(context, vehicleIdOf(request))
  return { id, title, image: images[0] ?? null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const result = await askForAlert(context, vehicleIdOf(request), await request.formData())
  return data(result, { status: result.isAsked ? 200 : 422, headers: PRIVATE_PAGE })
}

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, { title: 'Email me about this vehicle', description: ALERT_PROMISE, noIndex: true })
}

export default function NewAlertPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, image } = loaderData
  const form = <AskForm action={newAlertPath(id)} email={actionData?.email ?? ''} problem={actionData?.problem ?? ''} />
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading overline="Alert" title="Email me about this vehicle" intro={ALERT_PROMISE} />
      <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="max-w-[40rem] max-lg:order-2">
          {actionData?.isAsked ? (
            <AskedNote email={actionData.email} />
          ) : (
            <AskByAccount vehicleId={id} otherwise={form} />
          )}
        </div>
        <PathLink to={`/vehicles/${id}`} className="grid max-w-96 content-start gap-3 hover:text-brass">
          <VehicleImage src={image} alt="" sizes="384px" />
          <span className="display text-xl">{title}</span>
        </PathLink>
      </div>
    </Container>
  )
}
