import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { pluralise } from '#app/lib/pluralise.ts'
import { deleteUnusedMakes } from './make-queries.ts'

/** One make, or all makes without vehicles and how many there are. */
export type Unused = { make: string } | { count: number }

interface DeleteUnusedDialogProps {
  unused: Unused
  onClose(): void
}

const inWords = (makes: number) => pluralise(makes, 'unused make', 'unused makes')

export function DeleteUnusedDialog({ unused, onClose }: DeleteUnusedDialogProps) {
  const client = useQueryClient()
  const make = 'make' in unused ? unused.make : null
  const deletion = useMutation({
    mutationFn: () => deleteUnusedMakes(make),
    onSuccess: (deleted) => {
      if (deleted === 0) toast.info('Nothing was deleted. A vehicle may have this make by now.')
      else toast.success(make === null ? `${inWords(deleted)} deleted` : `${make} has been deleted.`)
      onClose()
    },
    onError: () => toast.error('Failed to delete. Please try again.'),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={'make' in unused ? `Delete ${unused.make}?` : `Delete ${inWords(unused.count)}?`}
      description="No vehicle is affected, and you can add a make again at any time."
      confirmLabel="Delete"
      danger
      loading={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    />
  )
}
