import type { Ref } from 'react'
import { Card } from '#app/components/ui/card.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import type { LeadVehicle } from './lead-queries.ts'
import { NoteForm } from './note-form.tsx'
import { ReplyForm } from './reply-form.tsx'

export type ComposerMode = 'note' | 'call' | 'reply'

interface ComposerProps {
  lead: InboxItem
  vehicle: LeadVehicle | null | undefined
  userId: string
  mode: ComposerMode
  onMode(mode: ComposerMode): void
  ref: Ref<HTMLDivElement>
}

/** What staff add to a lead: a note, a call or a reply by email. */
export function Composer({ lead, vehicle, userId, mode, onMode, ref }: ComposerProps) {
  const reference = { kind: lead.kind, id: lead.id }
  return (
    <Card ref={ref} className="scroll-mt-20 p-5 pt-2 sm:p-6 sm:pt-3">
      <Tabs value={mode} onValueChange={(value) => onMode(value as ComposerMode)}>
        <TabsList aria-label="Add to this lead">
          <TabsTrigger value="note">Note</TabsTrigger>
          <TabsTrigger value="call">Call</TabsTrigger>
          <TabsTrigger value="reply">Reply by email</TabsTrigger>
        </TabsList>
        <TabsContent value="note">
          <NoteForm key="note" reference={reference} event="note" userId={userId} />
        </TabsContent>
        <TabsContent value="call">
          <NoteForm key="call" reference={reference} event="call" userId={userId} />
        </TabsContent>
        <TabsContent value="reply">
          <ReplyForm lead={lead} vehicle={vehicle} userId={userId} />
        </TabsContent>
      </Tabs>
    </Card>
  )
}
