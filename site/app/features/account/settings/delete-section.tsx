import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export function DeleteSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title="Delete your account" intro="It goes at once, for good, and nobody can bring it back.">
      <div className="grid gap-3 text-quiet text-sm">
        <p>
          <strong className="font-medium text-ink">Deleted:</strong> your name, addresses, phone number, password,
          second step and devices; your name and words in enquiries, test drives and messages; e-mails to you that have
          not left yet, and the record of those that have.
        </p>
        <p>
          <strong className="font-medium text-ink">Kept:</strong> that there was an enquiry, a test drive or a message,
          when, and about which vehicle, without a name. Test drives still to come are cancelled. Vehicles saved on this
          device stay here until you remove them.
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
