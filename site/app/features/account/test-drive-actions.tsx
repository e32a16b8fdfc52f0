import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Textarea } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { askForAnotherTime, type CustomerTestDrive, cancelTestDrive } from './dashboard-queries.ts'

const LONGEST_WISH = 1000

/** The database's own messages are written for customers; anything else is a failed request. */
const inWords = ({ code, message }: { code?: string; message: string }) =>
  code === 'P0001' || code === 'PT429' ? message : 'That didn’t work. Please try again, or contact us.'

/** Cancelling a test drive that lies ahead, or asking for another time. */
export function TestDriveActions({ drive, when }: { drive: CustomerTestDrive; when: string }) {
  const [open, setOpen] = useState<'cancel' | 'ask' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Action label="Ask for another time" about={drive.title} onClick={() => setOpen('ask')} />
      <Action label="Cancel test drive" about={drive.title} onClick={() => setOpen('cancel')} />
      {open === 'ask' && <AskDialog drive={drive} when={when} onClose={close} />}
      <CancelDialog drive={drive} when={when} open={open === 'cancel'} onClose={close} />
    </>
  )
}

function Action({ label, about, onClick }: { label: string; about: string; onClick(): void }) {
  return (
    <button type="button" className="min-h-8 cursor-pointer text-quiet text-sm hover:text-ink" onClick={onClick}>
      {label}
      <span className="sr-only">: {about}</span>
    </button>
  )
}

/** Runs the change and shows its result on the dashboard. */
function useChange<Input>(change: (input: Input) => Promise<void>, done: string, onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(
        ['my-test-drives', 'my-lead-events'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      )
      toast.success(done)
      onClose()
    },
    onError: (error: { code?: string; message: string }) => toast.error(inWords(error)),
  })
}

interface ActionDialogProps {
  drive: CustomerTestDrive
  when: string
  onClose(): void
}

function CancelDialog({ drive, when, open, onClose }: ActionDialogProps & { open: boolean }) {
  const { mutate, isPending } = useChange(() => cancelTestDrive(drive.id), 'Your test drive is cancelled.', onClose)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel test drive"
      description={`Your test drive of the ${drive.title} on ${when} will be cancelled, and we’ll let the team know.`}
      confirmLabel="Cancel test drive"
      cancelLabel="Keep it"
      danger
      loading={isPending}
      onConfirm={() => mutate(undefined)}
    />
  )
}

function AskDialog({ drive, when, onClose }: ActionDialogProps) {
  const [wish, setWish] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const { mutate, isPending } = useChange(
    (message: string) => askForAnotherTime(drive.id, message),
    'Thank you. We’ll get back to you with another time.',
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Ask for another time"
      description={`Your test drive stays booked for ${when} until we’ve agreed another time.`}
      size="sm"
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="another-time" loading={isPending}>
            Send
          </Button>
        </>
      }
    >
      <form
        id="another-time"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setEmpty(wish.trim() === '')
          if (wish.trim()) mutate(wish)
        }}
      >
        <Field
          label="When would suit you?"
          error={isEmpty ? 'Please tell us when would suit you.' : undefined}
          required
        >
          <Textarea value={wish} maxLength={LONGEST_WISH} rows={4} onChange={(event) => setWish(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
