import { Accordion, AccordionItem } from '#app/components/ui/accordion.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

export function AccountSettings() {
  return (
    <section aria-label="Your account">
      <h2 className="display mb-3 text-2xl">Your account</h2>
      <Accordion>
        <AccordionItem title="Edit your details">
          <ProfileForm />
        </AccordionItem>
        <AccordionItem title="Change your password">
          <NewPasswordForm submitLabel="Change Password" onDone={() => {}} />
        </AccordionItem>
      </Accordion>
    </section>
  )
}
