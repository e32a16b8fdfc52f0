import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import type { AlertsOfAddress } from './alert.ts'
import { AlertList } from './alert-list.tsx'

/** The page behind the link in every alert. Nothing changes until a button is pressed, because mail programs open links. */
export function ManageAlerts({ email, alerts }: AlertsOfAddress) {
  const waiting = alerts.filter(({ confirmed_at }) => confirmed_at === null)
  const confirmed = alerts.filter(({ confirmed_at }) => confirmed_at !== null)
  return (
    <div className="grid max-w-measure gap-12">
      {waiting.length > 0 && (
        <section aria-labelledby="waiting" className="grid gap-5">
          <h2 id="waiting" className="display text-2xl">
            Confirm your alerts
          </h2>
          <p className="text-quiet">
            Someone asked for these emails to <span className="break-all text-ink">{email}</span>. If that was you,
            please confirm.
          </p>
          <AlertList
            label="Alerts to confirm"
            alerts={waiting}
            actionFor={({ id, about }) => <EndButton id={id} label="Remove" about={about} />}
          />
          <form method="post">
            {waiting.map(({ id }) => (
              <input key={id} type="hidden" name="confirm" value={id} />
            ))}
            <Button type="submit" size="lg">
              {waiting.length === 1 ? 'Confirm this alert' : 'Confirm these alerts'}
            </Button>
          </form>
        </section>
      )}
      {confirmed.length > 0 && (
        <section aria-labelledby="confirmed" className="grid gap-5">
          <h2 id="confirmed" className="display text-2xl">
            What you’re watching
          </h2>
          <p className="text-quiet">
            We’ll email <span className="break-all text-ink">{email}</span> at most once a day. An alert ends by itself
            after a year.
          </p>
          <AlertList
            label="Your alerts"
            alerts={confirmed}
            actionFor={({ id, about }) => <EndButton id={id} label="Stop" about={about} />}
          />
        </section>
      )}
      <form method="post" className="grid justify-items-start gap-3 border-t pt-8">
        <p className="text-quiet">This ends all alerts to this address and deletes it from our list, straight away.</p>
        <Button type="submit" name="end" value="all" variant="hairline">
          Unsubscribe from everything
        </Button>
      </form>
    </div>
  )
}

function EndButton({ id, label, about }: { id: string; label: string; about: string }) {
  return (
    <form method="post">
      <Button type="submit" name="end" value={id} variant="quiet" size="sm">
        {label}
        <span className="sr-only"> the alert for {about}</span>
      </Button>
    </form>
  )
}

/** Also for a link that has expired, because then there are no alerts either. */
export function NoAlerts() {
  return (
    <EmptyState
      title="You have no alerts"
      description="We won’t send you any emails about vehicles. You can ask for an alert on any vehicle’s page."
      action={<ButtonLink to="/vehicles">Browse Vehicles</ButtonLink>}
    />
  )
}
