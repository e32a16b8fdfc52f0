import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { AccountSection } from './account-section.tsx'
import { deviceName } from './device-name.ts'
import { type DeviceSession, endOtherSessions, endSession, mySessions } from './session-queries.ts'

const FAILED = 'We couldn’t sign the device out. Please try again.'

export function SessionsSection() {
  const { data: sessions, isError, refetch } = useQuery(mySessions)
  const { ending, endingOthers } = useSignOuts()
  return (
    <AccountSection
      title="Where you’re signed in"
      intro="If you don’t recognise a device, sign it out and change your password."
    >
      {isError && !sessions && (
        <Alert tone="warning">
          We couldn’t load your devices.{' '}
          <button type="button" className="underline underline-offset-4" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
      {!sessions && !isError && <Skeleton className="h-20" />}
      {sessions && (
        <ul className="divide-y divide-hairline border-hairline border-y">
          {sessions.map((session) => (
            <Device
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div>
          <Button variant="hairline" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </AccountSection>
  )
}

interface DeviceProps {
  session: DeviceSession
  isEnding: boolean
  onEnd: () => void
}

function Device({ session, isEnding, onEnd }: DeviceProps) {
  const name = deviceName(session.userAgent)
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 py-3">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {name}
          {session.isCurrent && <Badge tone="quiet">This device</Badge>}
        </p>
        <p className="tabular text-quiet text-sm">
          Signed in {formatDate(session.startedAt)}, last used {formatDateTime(session.lastUsedAt)}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          size="sm"
          className="-mr-3.5 shrink-0"
          loading={isEnding}
          aria-label={`Sign out ${name}, signed in ${formatDateTime(session.startedAt)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function useSignOuts() {
  const { connect } = useSession()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: mySessions.queryKey })
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      toast.success('The device has been signed out.')
      return refresh()
    },
    onError: () => toast.error(FAILED),
  })
  const endingOthers = useMutation({
    mutationFn: async () => endOtherSessions(await connect()),
    onSuccess: () => {
      toast.success('All other devices have been signed out.')
      return refresh()
    },
    onError: () => toast.error('We couldn’t sign the other devices out. Please try again.'),
  })
  return { ending, endingOthers }
}
