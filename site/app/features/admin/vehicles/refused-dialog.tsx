import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { type Refused, refusalInWords } from './bulk-change.ts'

interface RefusedDialogProps {
  title: string
  refused: Refused[]
  onClose(): void
}

/** Names the vehicles that a change, or undoing it, left as they are, and says why. */
export function RefusedDialog({ title, refused, onClose }: RefusedDialogProps) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={
        refused.length === 1
          ? 'This vehicle stays as it is now.'
          : `These ${refused.length} vehicles stay as they are now.`
      }
      footer={<Button onClick={onClose}>OK</Button>}
    >
      <ul className="divide-y divide-hairline text-sm">
        {refused.map(({ id, title: vehicle, refusal }) => (
          <li key={id} className="grid py-2">
            <span className="wrap-anywhere">{vehicle ?? 'A vehicle'}</span>
            <span className="text-quiet text-xs">{refusalInWords(refusal)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
