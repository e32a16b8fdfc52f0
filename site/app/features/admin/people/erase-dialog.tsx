import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { siteFacts } from '#app/features/admin/site-status.ts'
import { backupStatus } from '#app/features/admin/status/backup-queries.ts'
import { backupsInWords } from './backups-in-words.ts'
import { personName } from './person.schema.ts'
import type { KnownPerson } from './person-queries.ts'

interface EraseDialogProps {
  known: KnownPerson
  refusal: string | null
  isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** Names the person, and says what goes, what must be kept and how long backups hold it. */
export function EraseDialog({ known: { person, merged }, refusal, isBusy, onConfirm, onClose }: EraseDialogProps) {
  const site = useQuery(siteFacts)
  const backups = useQuery(backupStatus)
  const hasAccount = [person, ...merged].some(({ user_id }) => user_id)
  const name = personName(person)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Erase ${name}?`}
      description="This can’t be undone."
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={isBusy} onClick={onConfirm}>
            Erase
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        {refusal && (
          <p role="alert" className="text-danger">
            {refusal}
          </p>
        )}
        <Part title="What is removed">
          The name, contact details, notes and marketing consent of {name}
          {merged.length > 0 && ' and of the people merged into them'}; the names, contact details and messages in their
          enquiries and test drives, with the timeline; and the emails we keep for them.
          {hasAccount && ' Their account is deleted.'} The enquiries themselves stay without personal data, so that your
          figures stay right.
        </Part>
        <Part title="What must be kept">
          The law requires you to keep sales records for six years. If {name} bought a vehicle from you, the price and
          the date of the sale stay here, without the name, so keep the invoice, which must name the buyer. A name that
          you entered under “Bought from” stays too, because your stock book must name the seller.
        </Part>
        <Part title="Backups">
          {site.isPending || backups.isPending
            ? 'Checking…'
            : backupsInWords(site.data?.facts ?? null, backups.data?.last?.madeAt ?? null)}
        </Part>
        <p className="text-quiet">
          Emails that have already been delivered stay in your mailbox. Delete them there as well.
        </p>
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">{title}</h3>
      <p>{children}</p>
    </section>
  )
}
