import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import { systemStatus } from './status-queries.ts'
import { useStatusActions } from './use-status-actions.ts'

const HELD_PATH = '/admin/status?view=held'

/** Emails that are too old or no longer true, with the choice to send or discard all of them. */
export function HeldMailNotice() {
  const { data } = useQuery(systemStatus)
  const { data: site } = useQuery(siteStatus)
  const { search } = useLocation()
  const [asked, setAsked] = useState<'send' | 'discard' | null>(null)
  const { sendHeld, discardHeld, isSendingHeld, isDiscardingHeld } = useStatusActions()
  const held = data?.mails.held ?? 0
  if (held === 0) return null
  const emails = pluralise(held, 'email', 'emails')
  const close = { onSettled: () => setAsked(null) }
  return (
    <Alert tone="warning" title={`${emails} ${held === 1 ? 'is' : 'are'} on hold.`} className="mb-6">
      <p className="max-w-[80ch]">
        They’re old or out of date, such as a confirmation for a test drive in the past, so we haven’t sent them.{' '}
        {!search.includes('view=held') && (
          <PathLink to={HELD_PATH} className="whitespace-nowrap underline underline-offset-4 hover:text-brass">
            See which
          </PathLink>
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {site?.mailConfigured && (
          <Button size="sm" variant="hairline" onClick={() => setAsked('send')}>
            Send all
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => setAsked('discard')}>
          Discard all
        </Button>
      </div>
      <ConfirmDialog
        open={asked === 'send'}
        onOpenChange={() => setAsked(null)}
        title="Send all emails on hold"
        description={`We’ll send ${emails} now, even though the information in them may be out of date.`}
        confirmLabel="Send"
        loading={isSendingHeld}
        onConfirm={() => sendHeld(null, close)}
      />
      <ConfirmDialog
        open={asked === 'discard'}
        onOpenChange={() => setAsked(null)}
        title="Discard all emails on hold"
        description={`We’ll delete ${emails} without sending. Your enquiries and messages won’t be affected.`}
        confirmLabel="Discard"
        danger
        loading={isDiscardingHeld}
        onConfirm={() => discardHeld(null, close)}
      />
    </Alert>
  )
}
