import { type AppLoadContext, data, type MetaDescriptor } from 'react-router'
import { Container } from '#app/components/ui/container.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { ALERT_PROMISE, type AlertAbout, SEARCH_PROMISE } from '#app/features/alerts/alert.ts'
import { askForAlert, PRIVATE_PAGE, requireAlerts } from '#app/features/alerts/alerts.server.ts'
import { AskByAccount } from '#app/features/alerts/ask-by-account.tsx'
import { AskedNote, AskForm } from '#app/features/alerts/ask-form.tsx'
import { filterKey, parseListing } from '#app/features/vehicles/vehicle-filters.ts'
import { requireVehicle } from '#app/features/vehicles/vehicle-loader.ts'
import { describeSearch } from '#app/features/vehicles/vehicle-search.server.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import type { Route } from './+types/alert-new'

/** Either a vehicle or the filters of a list. */
function queryOf(search: URLSearchParams): string {
  const vehicle = search.get('vehicle')
  return vehicle === null ? filterKey(parseListing(search).filters) : `vehicle=${encodeURIComponent(vehicle)}`
}

// Only servers need it, so browsers do not load the filters' code.
export const handle: PageHandle = import.meta.env.SSR ? { addressOf: queryOf } : {}

interface Asked {
  about: AlertAbout
  title: string
  path: string
  image?: string
}

async function readAsked(context: AppLoadContext, request: Request): Promise<Asked> {
  const search = new URL(request.url).searchParams
  const vehicleId = search.get('vehicle')
  if (vehicleId === null) {
    const about = await describeSearch(context, parseListing(search).filters)
    return { about, title: about.label, path: `/vehicles${about.path && `?${about.path}`}` }
  }
  const { id, title, images } = await requireVehicle(context, vehicleId)
  return { about: { vehicle_id: id }, title, path: `/vehicles/${id}`, image: images[0] ?? '' }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAlerts(context)
  return { ...(await readAsked(context, request)), query: queryOf(new URL(request.url).searchParams) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { about } = await readAsked(context, request)
  const result = await askForAlert(context, about, form)
  return data(result, { status: result.isAsked ? 200 : 422, headers: PRIVATE_PAGE })
}

const TITLES = { vehicle: 'Email me about this vehicle', search: 'Email me about new arrivals' }

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const isSearch = loaderData?.image === undefined
  const description = isSearch ? SEARCH_PROMISE : ALERT_PROMISE
  return pageMeta(matches, { title: isSearch ? TITLES.search : TITLES.vehicle, description, noIndex: true })
}

export default function NewAlertPage({ loaderData, actionData }: Route.ComponentProps) {
  const { about, title, path, image, query } = loaderData
  const isSearch = image === undefined
  const form = (
    <AskForm action={`/alerts/new?${query}`} email={actionData?.email ?? ''} problem={actionData?.problem ?? ''} />
  )
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading
        overline="Alert"
        title={isSearch ? TITLES.search : TITLES.vehicle}
        intro={isSearch ? SEARCH_PROMISE : ALERT_PROMISE}
      />
      <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="max-w-[40rem] max-lg:order-2">
          {actionData?.isAsked ? (
            <AskedNote email={actionData.email} />
          ) : (
            <AskByAccount about={about} otherwise={form} />
          )}
        </div>
        <PathLink to={path} className="grid max-w-96 content-start gap-3 hover:text-brass">
          {isSearch ? (
            <span className="overline-text">Your search</span>
          ) : (
            <VehicleImage src={image} alt="" sizes="384px" />
          )}
          <span className="display text-xl wrap-anywhere">{title}</span>
        </PathLink>
      </div>
    </Container>
  )
}
