import { useQuery } from '@tanstack/react-query'
import { Card } from '#app/components/ui/card.tsx'
import { MailServerCard } from '#app/features/admin/email/mail-server-card.tsx'
import { firstStepFacts } from '#app/features/admin/first-steps/first-step-queries.ts'
import { TestMailAction } from '#app/features/admin/first-steps/test-mail-action.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { MailState } from '#app/features/admin/status/mail-state.tsx'

export default function AdminSettingsEmailPage() {
  return (
    <>
      <MailServerCard />
      <MailCard />
    </>
  )
}

/** Whether emails are sent at all. */
function MailCard() {
  const { data: site } = useQuery(siteStatus)
  const { data: facts } = useQuery(firstStepFacts)
  return (
    <Card className="mt-6 grid max-w-3xl gap-3 p-5 sm:p-6">
      <h2 className="display text-2xl">Email status</h2>
      <MailState />
      {site?.mailConfigured && facts && <TestMailAction mail={facts.testMail} />}
    </Card>
  )
}
