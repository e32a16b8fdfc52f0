import { Field, Input } from '#app/components/ui/field.tsx'
import { CostLines } from './cost-lines.tsx'
import { FoldedFields } from './folded-fields.tsx'
import { FormSection } from './form-section.tsx'
import { BOUGHT_FROM_LENGTH, marginOf, toPence, totalOf } from './record.schema.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'

/** £370.50, or £370 if there are no pence. */
const inPounds = (pence: number) =>
  (pence / 100).toLocaleString('en-GB', {
    style: 'currency',
    currency: 'GBP',
    minimumFractionDigits: pence % 100 === 0 ? 0 : 2,
  })

/** What the vehicle has cost, for admins. */
export function PurchaseSection({ form }: { form: VehicleFormApi }) {
  const record = form.watch('record')
  const [price, sold] = form.watch(['price', 'sold'])
  const { errors, submitCount } = form.formState
  const problems = errors.record?.ledger
  // What a sold vehicle brought, once that is known.
  const margin = marginOf(record, toPence((sold && record.sale.price) || price))
  const costs = totalOf(record.costs)
  return (
    <FormSection
      title="Purchase and costs"
      note={margin === null ? 'Only admins see this' : `Margin ${inPounds(margin)}`}
      className="xl:col-span-2"
    >
      <FoldedFields
        what="purchase and costs"
        hasError={Boolean(problems || errors.record?.costs)}
        submitCount={submitCount}
      >
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label="Bought from" error={problems?.bought_from?.message}>
            <Input {...form.register('record.ledger.bought_from')} maxLength={BOUGHT_FROM_LENGTH} autoComplete="off" />
          </Field>
          <Field label="Bought on" error={problems?.bought_on?.message}>
            <Input {...form.register('record.ledger.bought_on')} type="date" className="tabular" />
          </Field>
          <Field label="Bought for (£)" error={problems?.bought_for?.message}>
            <Input {...form.register('record.ledger.bought_for')} inputMode="decimal" className="tabular" />
          </Field>
          <Field label="Target (£)" error={problems?.target_price?.message}>
            <Input {...form.register('record.ledger.target_price')} inputMode="decimal" className="tabular" />
          </Field>
        </div>
        <CostLines form={form} />
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-2 text-sm">
          <Figure name="Costs" value={inPounds(costs)} />
          <Figure name="Margin before VAT" value={margin === null ? '–' : inPounds(margin)} />
        </dl>
        <p className="mt-2 text-quiet text-sm">
          The margin is the price less the purchase and the costs. If you close this page without saving, these fields
          can’t be restored.
        </p>
      </FoldedFields>
    </FormSection>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-quiet">{name}</dt>
    <dd className="tabular font-medium">{value}</dd>
  </div>
)
