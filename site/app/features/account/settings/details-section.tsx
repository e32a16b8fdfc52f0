import { ProfileForm } from '#app/features/account/profile-form.tsx'
import { AccountSection } from './account-section.tsx'

export function DetailsSection() {
  return (
    <AccountSection title="Your details" intro="Your name and the number we can call you on.">
      <ProfileForm />
    </AccountSection>
  )
}
