import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export function DeleteSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title="Delete your account" intro="Your account is deleted straight away. This can’t be undone.">
      <div className="grid gap-3 text-quiet text-sm">
        <p>
          <strong className="font-medium text-ink">Deleted:</strong> your name, email address, phone number, password,
          two-step verification and devices; your details and messages in enquiries and test drives; emails to you that
          are still queued, and the record of those we’ve sent.
        </p>
        <p>
          <strong className="font-medium text-ink">Kept:</strong> an anonymous record of each enquiry, test drive and
          message, with its date and vehicle. Upcoming test drives are cancelled. Vehicles saved on this device stay
          here until you remove them.
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
