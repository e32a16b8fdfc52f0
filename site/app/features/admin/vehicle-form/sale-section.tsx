import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { SALE_CHANNELS } from '#supabase/functions/_shared/sale-channels.ts'
import { BuyerField } from './buyer-field.tsx'
import { FoldedFields } from './folded-fields.tsx'
import { FormSection } from './form-section.tsx'
import type { VehicleFormApi } from './use-vehicle-form.ts'

/** To whom a sold vehicle was sold, and for how much, for admins. */
export function SaleSection({ form }: { form: VehicleFormApi }) {
  const { price, sold_on } = form.watch('record.sale')
  const { errors, submitCount, defaultValues } = form.formState
  const problems = errors.record?.sale
  const isEarlier = !defaultValues?.sold && Boolean(defaultValues?.record?.sale?.sold_on)
  const { sold, record } = defaultValues ?? {}
  const isIncomplete = Boolean(sold && record?.sale?.sold_on && !record.sale.channel)
  const known = sold_on ? `Sold on ${formatDate(sold_on)}` : 'Only admins see this'
  return (
    <FormSection title="Sale" note={isIncomplete ? `${known} · To complete` : known} className="xl:col-span-2">
      {isEarlier && (
        <p className="mb-3 text-sm text-warning">These are the details of an earlier sale. Please update them.</p>
      )}
      <FoldedFields
        what="sale details"
        isOpenAtFirst={isIncomplete}
        hasError={Boolean(problems)}
        submitCount={submitCount}
      >
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field
            label="Sold for (£)"
            error={problems?.price?.message}
            hint={price ? undefined : 'If this is empty, we use the vehicle’s price.'}
          >
            <Input {...form.register('record.sale.price')} inputMode="decimal" className="tabular" />
          </Field>
          <Field
            label="Sold on"
            error={problems?.sold_on?.message}
            hint={sold_on ? undefined : 'If this is empty, we use today’s date.'}
          >
            <Input {...form.register('record.sale.sold_on')} type="date" className="tabular" />
          </Field>
          <Field label="How it was sold" error={problems?.channel?.message}>
            <Select {...form.register('record.sale.channel')} options={SALE_CHANNELS} placeholder="Not entered" />
          </Field>
          <BuyerField form={form} />
        </div>
      </FoldedFields>
    </FormSection>
  )
}
