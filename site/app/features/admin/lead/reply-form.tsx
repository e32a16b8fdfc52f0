import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import { canBeEmailed } from '#app/features/admin/enquiries/inbox-rules.ts'
import { MESSAGE_LENGTH, SUBJECT_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import type { LeadVehicle } from './lead-queries.ts'
import { ReplyPreview } from './reply-preview.tsx'
import { replyTemplates } from './reply-queries.ts'
import { useReply } from './use-reply.ts'
import { useReplyValues } from './use-reply-values.ts'

interface ReplyFormProps {
  lead: InboxItem
  /** Undefined while loading. */
  vehicle: LeadVehicle | null | undefined
  userId: string
}

export function ReplyForm({ lead, vehicle, userId }: ReplyFormProps) {
  if (!canBeEmailed(lead)) return <p className="text-quiet text-sm">There is no email address to reply to.</p>
  return <EmailForm lead={lead} vehicle={vehicle} userId={userId} />
}

function EmailForm({ lead, vehicle, userId }: ReplyFormProps) {
  const { data } = useQuery(replyTemplates)
  const reply = useReply(lead, userId, useReplyValues(lead, vehicle ?? null))
  const [isPreviewing, setIsPreviewing] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  const templates = data?.templates ?? []

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (reply.canSend) reply.send()
      }}
    >
      <p className="wrap-anywhere text-quiet text-sm">
        To {lead.email}. {data?.replyTo && `The customer’s answer arrives in your mailbox, ${data.replyTo}, not here.`}
      </p>
      {templates.length > 0 && (
        <Field label="Template">
          <Select
            value=""
            placeholder="Choose a template"
            disabled={lead.vehicle_id !== null && vehicle === undefined}
            options={templates.map(({ name }, index) => ({ value: String(index), label: name }))}
            onValueChange={(index) => {
              const template = templates[Number(index)]
              if (index && template) reply.choose(template)
            }}
          />
        </Field>
      )}
      <Field label="Subject">
        <Input
          value={reply.subject}
          maxLength={SUBJECT_LENGTH}
          onChange={({ target }) => reply.change({ subject: target.value })}
        />
      </Field>
      <Field label="Reply">
        <Textarea
          ref={body}
          rows={10}
          maxLength={MESSAGE_LENGTH}
          className="scroll-mb-28"
          value={reply.body}
          onChange={({ target }) => reply.change({ body: target.value })}
        />
      </Field>
      <Unfilled names={reply.unfilled} onFind={(name) => select(body.current, name)} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {!reply.isEmpty && (
          <Button variant="quiet" onClick={reply.discard}>
            Discard
          </Button>
        )}
        <Button variant="hairline" disabled={reply.body.trim() === ''} onClick={() => setIsPreviewing(true)}>
          Preview
        </Button>
        <Button type="submit" loading={reply.isSending} disabled={!reply.canSend}>
          Send reply
        </Button>
      </div>
      {isPreviewing && (
        <ReplyPreview
          reply={{ subject: reply.subject, body: reply.body }}
          vehicleId={lead.vehicle_id}
          onClose={() => setIsPreviewing(false)}
        />
      )}
      <ConfirmDialog
        open={reply.wanted !== null}
        onOpenChange={(open) => !open && reply.keepText()}
        title="Replace your text?"
        description="The template replaces the subject and everything you’ve written."
        cancelLabel="Keep my text"
        confirmLabel="Replace"
        onConfirm={reply.confirmTemplate}
      />
    </form>
  )
}

/** The placeholders that nothing is known for. Each can be found in the text with one click. */
function Unfilled({ names, onFind }: { names: string[]; onFind(name: string): void }) {
  if (names.length === 0) return null
  return (
    <Alert tone="warning" title="Fill these in, or remove them, before you send the reply">
      <ul className="mt-1 flex flex-wrap gap-2">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-11 border border-warning/50 px-3 text-ink text-sm hover:bg-ink/5 lg:min-h-8"
              onClick={() => onFind(name)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function select(field: HTMLTextAreaElement | null, text: string): void {
  const start = field?.value.indexOf(text) ?? -1
  if (!field || start < 0) return
  field.focus()
  field.setSelectionRange(start, start + text.length)
}
