import { useRouteLoaderData } from 'react-router'
import { TextLink } from '#app/components/ui/link.tsx'
import { newAlertPath } from './alert.ts'

/** A hosted project has no job that sends alerts. The backend's address is empty if it is mounted beside the site. */
export const useHasAlerts = () => useRouteLoaderData<{ backend: { url: string } }>('root')?.backend.url === ''

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
