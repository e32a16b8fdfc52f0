import { Button } from '#app/components/ui/button.tsx'
import { storeConsent, useConsent } from '#app/lib/consent.ts'

const STATE = {
  accepted: 'You’ve allowed third-party content.',
  declined: 'You’ve allowed essential cookies and storage only.',
  none: 'You haven’t chosen yet. Until you do, we won’t load anything from third parties.',
}

/** The UK GDPR requires consent to be as easy to withdraw as to give. */
export function CookieChoice() {
  const consent = useConsent()
  return (
    <div className="no-print mt-6! grid gap-4 border border-hairline bg-raised p-6">
      <p role="status">{STATE[consent ?? 'none']}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="hairline" disabled={consent === 'accepted'} onClick={() => storeConsent('accepted')}>
          Allow third-party content
        </Button>
        <Button variant="hairline" disabled={consent === 'declined'} onClick={() => storeConsent('declined')}>
          Essential only
        </Button>
      </div>
    </div>
  )
}
