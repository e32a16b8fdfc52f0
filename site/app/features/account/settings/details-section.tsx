import { ProfileForm } from '#app/features/account/profile-form.tsx'
import { AccountSection } from './account-section.tsx'

export function DetailsSection() {
  return (
    <AccountSection title="Your details" intro="How we address you, and where we can ring you.">
      <ProfileForm />
    </AccountSection>
  )
}
