import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { ScriptButton } from '#app/components/ui/button.tsx'
import { Confirmation } from '#app/features/leads/confirmation.tsx'
import { CustomerFields } from '#app/features/leads/customer-fields.tsx'
import { MessageField } from '#app/features/leads/message-field.tsx'
import { SubmitAlert } from '#app/features/leads/submit-alert.tsx'
import { useCustomer } from '#app/features/leads/use-customer.ts'
import { useLeadForm } from '#app/features/leads/use-lead-form.ts'
import { useFormDraft } from '#app/lib/form-draft.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { replyPromise } from '#supabase/functions/_shared/page-content.ts'
import { type EnquiryValues, enquirySchema } from './enquiry.schema.ts'
import { sendEnquiry } from './send-enquiry.ts'

const SUCCESS = 'Enquiry submitted successfully!'

export function EnquiryForm({ vehicle }: { vehicle: Vehicle }) {
  const draft = `enquiry:${vehicle.id}`
  const { openingHours } = useCompany()
  const form = useForm<EnquiryValues>({
    resolver: zodResolver(enquirySchema),
    defaultValues: { name: '', email: '', phone: '', message: '' },
  })
  useFormDraft(draft, form)
  const customer = useCustomer(form)
  const { submit, failure, isSent, isWaiting } = useLeadForm<EnquiryValues>({
    kind: 'enquiry',
    draft,
    send: (values, token) => sendEnquiry(values, vehicle, token),
  })
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)
  const { isSubmitting } = form.formState

  if (isSent) {
    const sent = {
      title: SUCCESS,
      text: `Thank you for asking about the ${vehicle.title}. We’ll reply ${replyPromise(openingHours)}.`,
    }
    return (
      <Confirmation sent={sent} vehicleId={vehicle.id} isSignedIn={customer.isSignedIn} visitor={form.getValues()}>
        <p>We’ve emailed you a confirmation.</p>
      </Confirmation>
    )
  }
  return (
    <FormProvider {...form}>
      <form id={draft} noValidate className="grid gap-6" onSubmit={send} aria-label="Enquiry">
        <WithoutScript what="This form" />
        <CustomerFields customer={customer} />
        <MessageField rows={6} />
        <SubmitAlert failure={failure} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ScriptButton type="submit" size="lg" loading={isSubmitting}>
            {isSubmitting ? 'Sending...' : 'Send enquiry'}
          </ScriptButton>
          <p className="text-sm text-quiet">We’ll reply {replyPromise(openingHours)}.</p>
        </div>
      </form>
    </FormProvider>
  )
}
