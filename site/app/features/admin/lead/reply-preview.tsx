import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { type Reply, replyPreview } from './reply-queries.ts'

interface ReplyPreviewProps {
  reply: Reply
  vehicleId: string | null
  onClose(): void
}

export function ReplyPreview({ reply, vehicleId, onClose }: ReplyPreviewProps) {
  const { data: html, isError, refetch } = useQuery(replyPreview(reply, vehicleId))
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title="Preview"
      description={`Subject: ${reply.subject}`}
      footer={<Button onClick={onClose}>Back to writing</Button>}
    >
      {isError ? (
        <Alert tone="danger" title="We couldn’t load the preview">
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      ) : html === undefined ? (
        <Spinner className="w-full justify-center py-24" />
      ) : html === null ? (
        <p className="wrap-anywhere whitespace-pre-wrap">{reply.body}</p>
      ) : (
        <iframe
          title="The email"
          sandbox=""
          srcDoc={html}
          className="h-[calc(min(90dvh,52rem)-14rem)] min-h-64 w-full border border-hairline bg-white"
        />
      )}
    </Dialog>
  )
}
