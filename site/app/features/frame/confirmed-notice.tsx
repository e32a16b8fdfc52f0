import { CircleCheck, X } from 'lucide-react'
import { buttonClass } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { useSession } from '#app/platform/session/session.tsx'

/** The link in a confirmation email leads to the home page, where this notice says that the address is confirmed. */
export function ConfirmedNotice() {
  const { noteConfirmed } = useSession()
  const dismiss = () => noteConfirmed(false)
  return (
    <section
      aria-label="Account confirmed"
      className="relative z-40 flex items-center justify-center gap-3 border-b border-hairline bg-raised py-2 pr-14 pl-5 text-sm"
    >
      <CircleCheck aria-hidden className="size-4.5 shrink-0 text-success" strokeWidth={1.5} />
      <div className="flex flex-wrap items-center gap-x-6">
        <p role="status">Your email address is confirmed and you’re signed in.</p>
        <TextLink to="/dashboard" arrow onClick={dismiss} className="min-h-9">
          Go to your dashboard
        </TextLink>
      </div>
      <button
        type="button"
        className={buttonClass({ variant: 'quiet', size: 'icon' }, 'absolute top-1/2 right-1.5 -translate-y-1/2')}
        aria-label="Close notice"
        onClick={dismiss}
      >
        <X aria-hidden strokeWidth={1.5} />
      </button>
    </section>
  )
}
