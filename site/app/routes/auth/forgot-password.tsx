import { useState } from 'react'
import { AuthCard } from '#app/features/account/auth-card.tsx'
import { EmailSent } from '#app/features/account/email-sent.tsx'
import { ForgotPasswordForm } from '#app/features/account/forgot-password-form.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/forgot-password'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot password',
    description: 'Have a link sent to your e-mail address that sets a new password.',
    noIndex: true,
  })

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo) return <EmailSent email={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <AuthCard title="Forgot Password" intro="Tell us your e-mail address and we’ll send you a link to set a new one.">
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthCard>
  )
}
