import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export function DeleteSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title="Delete your account" intro="We’ll delete your account straight away. This can’t be undone.">
      <div className="grid gap-3 text-quiet text-sm">
        <p>
          <strong className="font-medium text-ink">What we delete:</strong> your name, email address, phone number,
          password, two-step verification and devices; the vehicles you’ve saved; your details and messages in enquiries
          and test drives; any emails to you that are still queued; and our record of the emails we’ve sent you.
        </p>
        <p>
          <strong className="font-medium text-ink">What we keep:</strong> an anonymous record of each enquiry, test
          drive and message, with its date and vehicle. We’ll cancel any upcoming test drives.
        </p>
      </div>
      <div>
        <Button variant="hairline" className="!text-danger hover:border-danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      {isOpen && <DeleteDialog onClose={() => setOpen(false)} />}
    </AccountSection>
  )
}
