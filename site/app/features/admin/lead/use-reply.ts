import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { type InboxItem, leadKey } from '#app/features/admin/enquiries/inbox-queries.ts'
import { replySubject } from '#app/features/admin/enquiries/inbox-rules.ts'
import {
  fillReply,
  type ReplyTemplate,
  type ReplyValues,
  unfilledIn,
} from '#supabase/functions/_shared/reply-templates.ts'
import { useKeptText } from './kept-text.ts'
import { deskKey } from './lead-queries.ts'
import { replyRefusal, sendReply } from './reply-queries.ts'

/** The reply that is being written. */
export function useReply(lead: InboxItem, userId: string, values: ReplyValues) {
  const client = useQueryClient()
  const draft = useKeptText(`reply-${userId}-${lead.id}`, { subject: replySubject(lead), body: '' })
  const { subject, body } = draft.text
  const [filled, setFilled] = useState('')
  /** A template that would replace what has been written. */
  const [wanted, setWanted] = useState<ReplyTemplate | null>(null)

  const fill = (template: ReplyTemplate) => {
    const text = fillReply(template.text, values)
    draft.change({ subject: fillReply(template.subject, values), body: text })
    setFilled(text)
    setWanted(null)
  }

  const { mutate, isPending } = useMutation({
    mutationFn: () => sendReply(lead, draft.id, { subject: subject.trim(), body: body.trim() }),
    onSuccess: () => {
      draft.clear()
      toast.success('Your reply is on its way')
      void client.invalidateQueries({ queryKey: leadKey(lead) })
      return client.invalidateQueries({ queryKey: deskKey(lead) })
    },
    onError: (error) =>
      toast.error(replyRefusal(error) ?? 'We couldn’t send your reply. Check your connection and try again.'),
  })

  const unfilled = unfilledIn(subject, body)
  return {
    subject,
    body,
    change: draft.change,
    discard: draft.clear,
    isEmpty: draft.isEmpty,
    unfilled,
    canSend: unfilled.length === 0 && subject.trim() !== '' && body.trim() !== '',
    isSending: isPending,
    send: () => !isPending && mutate(),
    wanted,
    choose: (template: ReplyTemplate) => (body.trim() === '' || body === filled ? fill(template) : setWanted(template)),
    confirmTemplate: () => wanted && fill(wanted),
    keepText: () => setWanted(null),
  }
}
