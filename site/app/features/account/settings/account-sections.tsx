import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoStepsSection } from './two-steps-section.tsx'

/** The account settings, which are the same for customers and admins. `path` is the screen's own path. */
export function AccountSections({ path }: { path: string }) {
  return (
    <div className="border-hairline border-b">
      <DetailsSection />
      <EmailSection path={path} />
      <PasswordSection />
      <TwoStepsSection />
      <SessionsSection />
      <DataSection />
      <DeleteSection />
    </div>
  )
}
