import { MessageCircle, MessageSquareReply, Phone, StickyNote } from 'lucide-react'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { telHref } from '#app/lib/telephone.ts'
import type { ComposerMode } from './composer.tsx'

interface LeadBarProps {
  phone: string
  whatsApp: string | null
  canReply: boolean
  onCompose(mode: ComposerMode): void
  onCall(): void
}

const ITEM = 'min-w-0 flex-1 px-2!'

/** The main actions, within the reach of a thumb. */
export function LeadBar({ phone, whatsApp, canReply, onCompose, onCall }: LeadBarProps) {
  return (
    <BottomBar className="-mx-4 gap-2! px-4 sm:-mx-6 sm:px-6 lg:hidden">
      {phone && (
        <a href={telHref(phone)} onClick={onCall} className={buttonClass({}, ITEM)}>
          <Phone aria-hidden strokeWidth={1.5} />
          Call
        </a>
      )}
      {whatsApp && (
        <a
          href={whatsApp}
          target="_blank"
          rel="noreferrer"
          aria-label="WhatsApp"
          className={buttonClass({ variant: 'hairline', size: 'icon' })}
        >
          <MessageCircle aria-hidden strokeWidth={1.5} />
        </a>
      )}
      <Button variant="hairline" className={ITEM} onClick={() => onCompose('note')}>
        <StickyNote aria-hidden strokeWidth={1.5} />
        Note
      </Button>
      {canReply && (
        <Button variant="hairline" className={ITEM} onClick={() => onCompose('reply')}>
          <MessageSquareReply aria-hidden strokeWidth={1.5} />
          Reply
        </Button>
      )}
    </BottomBar>
  )
}
