import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useMemo, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Button, ScriptButton } from '#app/components/ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import { CalendarButton } from '#app/features/leads/calendar-button.tsx'
import { Confirmation } from '#app/features/leads/confirmation.tsx'
import { CustomerFields } from '#app/features/leads/customer-fields.tsx'
import { MessageField } from '#app/features/leads/message-field.tsx'
import { SubmitAlert } from '#app/features/leads/submit-alert.tsx'
import { useCustomer } from '#app/features/leads/use-customer.ts'
import { useLeadForm } from '#app/features/leads/use-lead-form.ts'
import { useFormDraft } from '#app/lib/form-draft.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { parseOpeningHours } from '#app/platform/company/opening-hours.ts'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { lookForward, type VisitTime } from '#supabase/functions/_shared/visit.ts'
import { NextFreeTimes } from './next-free-times.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { sendTestDrive } from './send-test-drive.ts'
import { DETAILS, type TestDriveValues, testDriveSchema } from './test-drive.schema.ts'
import { type Step, useStep } from './use-step.ts'
import { useStepInView } from './use-step-in-view.ts'
import { useTakenTimes } from './use-taken-times.ts'

const SUCCESS = 'Test drive request submitted successfully!'
const SLOT_TAKEN = 'Someone else has just booked this time. Please choose another.'

export function TestDriveForm({ vehicle, openingHours }: { vehicle: Vehicle; openingHours: string }) {
  const draft = `test-drive:${vehicle.id}`
  const { step, goTo } = useStep()
  const place = useRef<HTMLFormElement>(null)
  useStepInView(step, place)
  const form = useForm<TestDriveValues>({
    resolver: zodResolver(testDriveSchema),
    defaultValues: { name: '', email: '', phone: '', message: '', date: '', time: '' },
  })
  useFormDraft(draft, form)
  const customer = useCustomer(form)
  const hours = useMemo(() => parseOpeningHours(openingHours), [openingHours])
  const { taken, refresh } = useTakenTimes(vehicle.id)
  const diary = taken && { taken, openingHours: hours, now: new Date() }
  const { submit, failure, isSent, isWaiting } = useLeadForm<TestDriveValues>({
    kind: 'test-drive',
    draft,
    send: (values, token) => sendTestDrive(values, vehicle, token),
    // A visitor who returns to this page starts at the first step.
    onSent: () => goTo('details'),
    onFailure: ({ kind }) => {
      if (kind !== 'slot-taken') return
      form.setValue('time', '')
      form.setError('time', { type: 'taken', message: SLOT_TAKEN })
      refresh()
    },
  })
  const { isSubmitting } = form.formState

  function choose({ date, time }: VisitTime) {
    form.setValue('date', date, { shouldDirty: true, shouldValidate: true })
    form.setValue('time', time, { shouldDirty: true, shouldValidate: true })
  }
  async function goToSchedule() {
    if (await form.trigger(DETAILS, { shouldFocus: true })) goTo('schedule')
  }
  const send = form.handleSubmit(submit, (invalid) => {
    if (DETAILS.some((field) => invalid[field])) goTo('details')
  })
  useWhenOnline(isWaiting, send)
  // Enter presses the visible button: Next on the first tab, Book Test Drive on the second.
  function onSubmit(event: FormEvent) {
    if (step === 'schedule') return void send(event)
    event.preventDefault()
    void goToSchedule()
  }

  if (isSent) {
    const { date, time, ...visitor } = form.getValues()
    const visit = { date, time }
    const sent = { title: SUCCESS, text: lookForward(visit), visit }
    return (
      <Confirmation sent={sent} vehicleId={vehicle.id} isSignedIn={customer.isSignedIn} visitor={visitor}>
        <p>We’ve emailed you a confirmation with a calendar file.</p>
        <div className="mt-2">
          <CalendarButton visit={visit} vehicleTitle={vehicle.title} />
        </div>
      </Confirmation>
    )
  }
  return (
    <FormProvider {...form}>
      <form ref={place} id={draft} noValidate onSubmit={onSubmit} aria-label="Test drive" className="scroll-mt-36">
        <WithoutScript what="This form" className="mb-6" />
        <NextFreeTimes diary={diary} value={{ date: form.watch('date'), time: form.watch('time') }} onChoose={choose} />
        <Tabs value={step} onValueChange={(value) => goTo(value as Step)}>
          <TabsList>
            <TabsTrigger value="details">Your Details</TabsTrigger>
            <TabsTrigger value="schedule">Schedule</TabsTrigger>
          </TabsList>
          <TabsContent value="details" className="grid gap-6">
            <CustomerFields customer={customer} />
            <MessageField rows={4} optional />
            <div>
              <ScriptButton type="submit" size="lg">
                Next
              </ScriptButton>
            </div>
          </TabsContent>
          <TabsContent value="schedule" className="grid gap-6">
            <ScheduleFields diary={diary} onChoose={choose} />
            <SubmitAlert failure={failure} />
            <div className="flex flex-wrap gap-3">
              <Button variant="hairline" size="lg" onClick={() => goTo('details')}>
                Back
              </Button>
              <Button type="submit" size="lg" loading={isSubmitting}>
                {isSubmitting ? 'Booking...' : 'Book Test Drive'}
              </Button>
            </div>
          </TabsContent>
        </Tabs>
      </form>
    </FormProvider>
  )
}
