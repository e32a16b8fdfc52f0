import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import { backupStatus, releaseOutgoing } from './backup-queries.ts'
import { waitingInWords } from './backup-words.ts'

/** Shown on a restored site until an admin releases its emails and listings. */
export function HeldNotice() {
  const { data } = useQuery(backupStatus)
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const releasing = useMutation({
    mutationFn: releaseOutgoing,
    onSuccess: () => toast.success('Released. Emails and listings are on their way.'),
    onError: () => toast.error('Failed to release emails and listings'),
    onSettled: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: ['status'] })
    },
  })
  const held = data?.held
  if (!held) return null
  return (
    <Alert
      tone="warning"
      title="This site was restored from a backup, so emails and listings are on hold."
      className="mb-6"
    >
      <p className="max-w-[80ch]">
        The backup shows your site as it was on {formatDateTime(held.madeAt)}. {waitingInWords(held)} The original site
        may already have sent some of the items below. Release them once visitors are using this site and you’ve
        switched off the original.
      </p>
      <Button size="sm" className="mt-3" onClick={() => setAsking(true)}>
        Release
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Release emails and listings"
        description={`${waitingInWords(held)} Once you confirm, emails will be sent and listings updated as usual. This can’t be undone.`}
        confirmLabel="Release"
        loading={releasing.isPending}
        onConfirm={() => releasing.mutate()}
      />
    </Alert>
  )
}
