import { Bell } from 'lucide-react'
import { useRouteLoaderData } from 'react-router'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { newAlertPath } from './alert.ts'

/** A hosted project has no job that sends alerts. The backend's address is empty if it is mounted beside the site. */
export const useHasAlerts = () => useRouteLoaderData<{ backend: { url: string } }>('root')?.backend.url === ''

/** On the vehicle's page, beside Save and Share. */
export function AlertButton({ vehicleId }: { vehicleId: string }) {
  return (
    useHasAlerts() && (
      <ButtonLink to={newAlertPath(vehicleId)} variant="quiet">
        <Bell aria-hidden strokeWidth={1.5} />
        Email alerts
      </ButtonLink>
    )
  )
}

/** On the page of saved vehicles. */
export function AlertLink({ vehicleId, title }: { vehicleId: string; title: string }) {
  return (
    useHasAlerts() && (
      <TextLink to={newAlertPath(vehicleId)} className="justify-self-start text-sm">
        Email alerts<span className="sr-only"> for {title}</span>
      </TextLink>
    )
  )
}
