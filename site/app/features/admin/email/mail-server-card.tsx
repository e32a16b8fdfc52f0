import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Status } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { disconnectMailServer, type MailServer, mailServer } from './mail-server-queries.ts'

/** Which mail server sends the site's emails, and a form to connect one. */
export function MailServerCard() {
  const { data, isError, refetch } = useQuery(mailServer)
  if (!data && isError)
    return (
      <Alert tone="danger" className="max-w-3xl" title="We couldn’t load the mail server">
        <button type="button" className="underline" onClick={() => void refetch()}>
          Try again
        </button>
      </Alert>
    )
  return (
    <Card className="grid max-w-3xl gap-5 p-5 sm:p-6">
      <h2 className="display text-2xl">Mail server</h2>
      {data ? <Connection key={data.source} server={data} /> : <Skeleton aria-busy className="h-72" />}
    </Card>
  )
}

const ELSEWHERE = {
  environment: 'It was set up on the machine that runs this site, so you can’t change it here.',
  elsewhere: 'The service that hosts this site sends its emails, so there’s nothing to set up here.',
} as const

function Connection({ server }: { server: MailServer }) {
  const [isEditing, setEditing] = useState(false)
  if (server.source === 'environment' || server.source === 'elsewhere')
    return (
      <>
        {server.source === 'environment' && <ConnectedTo host={server.host} />}
        <p className="text-quiet text-sm">{ELSEWHERE[server.source]} See “Email” in the Forecourt documentation.</p>
      </>
    )
  if (server.source === 'stored' && server.isReadable && !isEditing)
    return (
      <>
        <ConnectedTo host={server.host} />
        <div className="flex flex-wrap gap-3">
          <Button variant="hairline" onClick={() => setEditing(true)}>
            Change
          </Button>
          <Disconnect />
        </div>
      </>
    )
  return (
    <>
      {server.source === 'stored' && !server.isReadable && (
        <Alert tone="warning">We can’t read the stored password on this machine. Please enter it again.</Alert>
      )}
      {server.source === 'none' && (
        <p className="text-quiet text-sm">
          Emails are queued until you connect a mail server. Your email provider lists these details under “SMTP” or
          “outgoing mail”.
        </p>
      )}
      <MailServerForm server={server} onConnected={() => setEditing(false)} />
    </>
  )
}

const ConnectedTo = ({ host }: { host: string }) => (
  <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
    <Status tone="success">Connected</Status>
    <span className="[overflow-wrap:anywhere]">{host}</span>
  </p>
)

function Disconnect() {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const disconnecting = useMutation({
    mutationFn: disconnectMailServer,
    onSuccess: () => toast.success('Email is disconnected. Emails are queued from now on.'),
    onError: () => toast.error('Failed to disconnect the mail server'),
    onSettled: async () => {
      setAsking(false)
      for (const queryKey of [['mail-server'], ['site-status']]) await client.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Disconnect the mail server"
        description="Emails to you and your customers are queued until you connect a mail server again. The password is deleted."
        confirmLabel="Disconnect"
        danger
        loading={disconnecting.isPending}
        onConfirm={() => disconnecting.mutate()}
      />
    </>
  )
}
