import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { ShowFirstSteps } from '#app/features/admin/first-steps/show-first-steps.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { siteFacts } from '#app/features/admin/site-status.ts'
import { BackupFact } from '#app/features/admin/status/backup-fact.tsx'
import { HeldMailNotice } from '#app/features/admin/status/held-mail-notice.tsx'
import { HeldNotice } from '#app/features/admin/status/held-notice.tsx'
import { IncidentList } from '#app/features/admin/status/incident-list.tsx'
import { incidentList, systemStatus, undeliveredPage } from '#app/features/admin/status/status-queries.ts'
import { STATUS_VIEWS, type StatusView } from '#app/features/admin/status/status-views.ts'
import { SystemFacts } from '#app/features/admin/status/system-facts.tsx'
import { UndeliveredTable } from '#app/features/admin/status/undelivered-table.tsx'
import { useStatusActions } from '#app/features/admin/status/use-status-actions.ts'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'

export const meta = () => [{ title: 'System Status | Back office' }]

const VIEWS = STATUS_VIEWS.map(({ value }) => value)

export default function AdminStatusPage() {
  const [params, change] = useListParams()
  const { view, page } = readListParams(params, VIEWS)
  const query = useQuery(undeliveredPage(view, page))
  const incidents = useQuery(incidentList)
  const { data: summary } = useQuery(systemStatus)
  const { data: site, isError: isSiteUnknown } = useQuery(siteFacts)
  const { retry, isRetrying, discard, sendHeld, discardHeld, dismissIncident } = useStatusActions()
  const [isClearing, setClearing] = useState(false)
  useErrorToast(query.isError || incidents.isError, 'Failed to load the system status')

  const failed = (summary?.mails.failed ?? 0) + (summary?.listings.failed ?? 0)
  const wasTried = query.data?.rows.some(
    ({ attempts, status }) => status !== 'held' && (attempts > 0 || status === 'failed'),
  )
  return (
    <>
      <ScreenHeader
        title="System Status"
        note="Undelivered emails and listings, recent problems and system health."
        action={
          wasTried && (
            <>
              <Button variant="hairline" loading={isRetrying} onClick={() => retry(null)}>
                <RotateCw aria-hidden strokeWidth={1.5} /> Retry all
              </Button>
              {failed > 0 && (
                <Button variant="quiet" onClick={() => setClearing(true)}>
                  Discard all failed
                </Button>
              )}
            </>
          )
        }
      />
      <HeldNotice />
      <HeldMailNotice />
      <IncidentList incidents={incidents.data ?? []} onDismiss={dismissIncident} />
      <div className="mb-4 flex flex-wrap gap-3">
        <Select
          aria-label="Show"
          className="text-sm sm:w-56"
          options={STATUS_VIEWS.map(({ value, label }) => ({ value, label }))}
          value={view}
          onValueChange={(value) => change({ view: value === 'all' ? '' : value })}
        />
      </div>
      <ListBody query={query} noun={{ one: 'item', many: 'items' }} empty={<NothingHere view={view} />}>
        {(items) => (
          <UndeliveredTable
            items={items}
            canSendMail={site?.mailConfigured !== false}
            onRetry={retry}
            onDiscard={discard}
            onSendHeld={sendHeld}
            onDiscardHeld={discardHeld}
          />
        )}
      </ListBody>
      <SystemFacts
        site={isSiteUnknown && !site ? null : site}
        queues={summary}
        incidents={incidents.data?.map(({ kind }) => kind) ?? []}
      >
        <BackupFact hasNightly={site?.facts?.hasNightlyBackups} />
      </SystemFacts>
      <ShowFirstSteps />
      <ConfirmDialog
        open={isClearing}
        onOpenChange={setClearing}
        title="Discard all failed items"
        description="We’ll delete the failed emails without sending them again, and discard the failed listing updates. Your enquiries and messages won’t be affected."
        confirmLabel="Discard"
        danger
        onConfirm={() => {
          setClearing(false)
          discard(null)
        }}
      />
    </>
  )
}

const EMPTY_TITLES: Record<StatusView, string> = {
  all: 'Everything has been delivered.',
  failed: 'Nothing has failed.',
  held: 'Nothing is on hold.',
  waiting: 'Nothing is waiting.',
}

const NothingHere = ({ view }: { view: StatusView }) => (
  <EmptyState
    icon={<CircleCheck aria-hidden />}
    title={EMPTY_TITLES[view]}
    description="Emails and listings that are waiting or have failed appear here automatically."
  />
)
