import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { useHasAlerts } from './alert-link.tsx'
import { AlertList } from './alert-list.tsx'
import { endMyAlerts, myAlerts } from './alert-queries.ts'

/** The customer's alerts, on the dashboard. Nothing is shown if there are none. */
export function MyAlerts() {
  const hasAlerts = useHasAlerts()
  const userId = useSession().user?.id ?? ''
  const { data } = useQuery({ ...myAlerts(userId), enabled: hasAlerts && userId !== '' })
  // Anyone may have asked for the others with this address.
  const alerts = data?.filter(({ confirmed_at }) => confirmed_at !== null)
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: endMyAlerts,
    onError: () => toast.error('Your alert couldn’t be ended. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: myAlerts(userId).queryKey }),
  })
  if (!alerts?.length) return null
  return (
    <section aria-label="Your alerts">
      <h2 className="display mb-5 text-2xl">Your alerts</h2>
      <AlertList
        label="Alerts"
        alerts={alerts}
        actionFor={({ id, about }) => (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Stop the alert for ${about}`}
            loading={ending.isPending && ending.variables === id}
            onClick={() => ending.mutate(id)}
          >
            Stop
          </Button>
        )}
      />
    </section>
  )
}
