import { useState } from 'react'
import { AuthCard } from '#app/features/account/auth-card.tsx'
import { EmailSent, type SentEmail } from '#app/features/account/email-sent.tsx'
import { ForgotPasswordForm } from '#app/features/account/forgot-password-form.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/forgot-password'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot password',
    description: 'We’ll email you a link to set a new password.',
    noIndex: true,
  })

export default function ForgotPasswordPage() {
  const [last, setLast] = useState<SentEmail | null>(null)
  const [isSent, setSent] = useState(false)
  const show = (sent: SentEmail) => {
    setLast(sent)
    setSent(true)
  }
  if (last && isSent) return <EmailSent email={last.email} onAgain={() => setSent(false)} />
  return (
    <AuthCard
      title="Forgot password"
      intro="Enter your email address, and we’ll send you a link to set a new password."
    >
      <ForgotPasswordForm onSent={show} last={last} />
    </AuthCard>
  )
}
