import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { ScriptButton } from '#app/components/ui/button.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { clearDraft, useFormDraft } from '#app/lib/form-draft.ts'
import { refusalOf } from '#app/lib/function-refusal.ts'
import { CHALLENGE_MESSAGE, challengeMessageOf } from '#app/lib/submit-error.ts'
import { UK_MOBILE } from '#app/lib/telephone-rules.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { PrivacyNote } from '#app/platform/company/privacy-note.tsx'
import { ReachUs } from '#app/platform/company/reach-us.tsx'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { isOffline, OFFLINE_MESSAGE, useWhenOnline } from '#app/platform/offline.ts'
import { type ContactValues, contactSchema } from './contact.schema.ts'
import { sendContact } from './send-contact.ts'

/** The vehicle that the visitor would have liked, if they came from one that has been sold. */
export interface LikedVehicle {
  id: string
  title: string
}

const BANNERS = {
  sent: { tone: 'success', text: "Message sent successfully! We'll get back to you soon." },
  failed: { tone: 'danger', text: 'Failed to send message. Please try again or contact us directly.' },
  challenge: { tone: 'danger', text: CHALLENGE_MESSAGE },
  offline: { tone: 'warning', text: OFFLINE_MESSAGE },
} as const

export function ContactForm({ like }: { like: LikedVehicle | null }) {
  const draft = like ? `contact-form:${like.id}` : 'contact-form'
  const form = useForm<ContactValues>({
    resolver: zodResolver(contactSchema),
    defaultValues: {
      name: '',
      email: '',
      phone: '',
      message: like ? `Please find me one like the ${like.title}.` : '',
    },
  })
  useFormDraft(draft, form)
  const submitChallenged = useChallengedSubmit('contact')
  const [banner, setBanner] = useState<keyof typeof BANNERS | null>(null)
  const { errors, isSubmitting } = form.formState

  async function submit(values: ContactValues) {
    setBanner(null)
    const outcome = await submitChallenged<keyof typeof BANNERS>(async (token) => {
      await sendContact(values, token)
      return 'sent'
    }, 'challenge').catch(async (error: unknown) => {
      const message = await refusalOf(error)
      return message && challengeMessageOf({ message }) ? 'challenge' : 'failed'
    })
    if (outcome !== 'sent') return setBanner(isOffline() ? 'offline' : outcome)
    setBanner('sent')
    form.reset({ name: '', email: '', phone: '', message: '' })
    clearDraft(draft)
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(banner === 'offline', send)

  return (
    <form id={draft} noValidate className="grid gap-6" onSubmit={send} aria-label="Contact Us">
      <WithoutScript what="This form" />
      <Field label="Name" required error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Phone" required error={errors.phone?.message} hint={<PhoneHint isShort={Boolean(errors.phone)} />}>
        <Input {...form.register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label="Message" required error={errors.message?.message}>
        <Textarea {...form.register('message')} rows={5} />
      </Field>
      {banner && <Alert tone={BANNERS[banner].tone}>{BANNERS[banner].text}</Alert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ScriptButton type="submit" size="lg" loading={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send message'}
        </ScriptButton>
        <PrivacyNote />
      </div>
    </form>
  )
}

/** The rule for numbers is the specification's; whoever has no such number can still reach the dealer. */
function PhoneHint({ isShort }: { isShort: boolean }) {
  return (
    <>
      {!isShort && UK_MOBILE.message}
      <span className="block">
        <ReachUs before="No UK mobile number? Please " />
      </span>
    </>
  )
}
