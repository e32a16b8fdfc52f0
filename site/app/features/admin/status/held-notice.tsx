import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import { backupStatus, releaseOutgoing } from './backup-queries.ts'
import { waitingInWords } from './backup-words.ts'

/** On a site that came out of a backup, until somebody lets its mails and listings go. */
export function HeldNotice() {
  const { data } = useQuery(backupStatus)
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const releasing = useMutation({
    mutationFn: releaseOutgoing,
    onSuccess: () => toast.success('Released: mails and listings are on their way'),
    onError: () => toast.error('Failed to release'),
    onSettled: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: ['status'] })
    },
  })
  const held = data?.held
  if (!held) return null
  return (
    <Alert tone="warning" title="This site was restored: no mail and no listing leaves it." className="mb-6">
      <p className="max-w-[80ch]">
        It is the site as it was on {formatDateTime(held.madeAt)}. {waitingInWords(held)} What is listed below may have
        been sent since by the site that the backup was made of. Release it when this is the site that visitors use, and
        the other one is off.
      </p>
      <Button size="sm" className="mt-3" onClick={() => setAsking(true)}>
        Release
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Release Mails and Listings"
        description={`${waitingInWords(held)} From now on mails are sent and listings brought up to date as they come. This cannot be taken back.`}
        confirmLabel="Release"
        loading={releasing.isPending}
        onConfirm={() => releasing.mutate()}
      />
    </Alert>
  )
}
