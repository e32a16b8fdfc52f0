import { ArrowRight } from 'lucide-react'
import type { ReactNode, WheelEvent } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { Select } from '#app/components/ui/select.tsx'
import {
  FACT_GROUPS,
  FACT_NAMES,
  type FactName,
  factOf,
  ULEZ_CHECK,
} from '#supabase/functions/_shared/vehicle-facts.ts'
import { type FactOffer, factOffers, labelWithUnit } from './fact-rules.ts'
import { FoldedFields } from './folded-fields.tsx'
import { FormSection } from './form-section.tsx'
import type { VehicleFormApi } from './use-vehicle-form.ts'

const GROUPS = Object.entries(FACT_GROUPS).map(([group, title]) => ({
  title,
  names: FACT_NAMES.filter((name) => factOf(name).group === group),
}))

/** Optional facts, folded up so that adding a vehicle stays quick. */
export function MoreDetails({ form }: { form: VehicleFormApi }) {
  const values = form.watch(FACT_NAMES)
  const known = values.filter(Boolean).length
  const { errors, submitCount } = form.formState
  return (
    <FormSection title="More details" note={`${known} of ${FACT_NAMES.length} entered`} className="xl:col-span-2">
      <Offers form={form} />
      <FoldedFields what="all fields" hasError={FACT_NAMES.some((name) => errors[name])} submitCount={submitCount}>
        <div className="grid gap-8">
          {GROUPS.map(({ title, names }) => (
            <fieldset key={title}>
              <legend className="mb-3 font-medium text-sm">{title}</legend>
              <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
                {names.map((name) => (
                  <FactField key={name} form={form} name={name} />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </FoldedFields>
    </FormSection>
  )
}

/** Without this, scrolling over a focused number field would change its value unnoticed. */
const keepNumber = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

const HINTS: Partial<Record<FactName, ReactNode>> = {
  ulez: (
    <>
      If you leave this empty, it follows from the fuel, the Euro standard and the date of registration, if known.{' '}
      <TextLink href={ULEZ_CHECK.href} target="_blank" rel="noreferrer">
        {ULEZ_CHECK.label}
        <span className="sr-only"> (opens in a new tab)</span>
      </TextLink>
    </>
  ),
  insurance_category: 'Choose None only if you have checked.',
  video_url: 'Videos on YouTube and Vimeo play on the vehicle’s page. Others open in a new tab.',
  spin_url: 'Views on Kuula and YouTube are shown on the vehicle’s page. Others open in a new tab.',
}

function FactField({ form, name }: { form: VehicleFormApi; name: FactName }) {
  const fact = factOf(name)
  const error = form.formState.errors[name]?.message
  // Level with the fields beside it, whose labels are above them.
  if (fact.type === 'flag')
    return <Checkbox label={fact.label} {...form.register(name)} className="self-start sm:mt-6.5" />
  const field = form.register(name)
  return (
    <Field
      label={labelWithUnit(name)}
      error={error}
      hint={HINTS[name]}
      className={fact.type === 'address' ? 'sm:col-span-2' : undefined}
    >
      {fact.type === 'choice' ? (
        <Select {...field} options={fact.options} placeholder="Not entered" />
      ) : fact.type === 'whole' ? (
        <Input
          {...field}
          type="number"
          min={fact.min}
          max={fact.max}
          step={1}
          onWheel={keepNumber}
          className="tabular"
        />
      ) : fact.type === 'date' ? (
        <Input {...field} type="date" className="tabular" />
      ) : (
        <Input
          {...field}
          type={fact.type === 'address' ? 'url' : 'text'}
          maxLength={fact.max}
          placeholder={fact.type === 'address' ? 'https://' : undefined}
          autoComplete="off"
        />
      )}
    </Field>
  )
}

const changed = { shouldDirty: true, shouldValidate: true }

/** Specifications that state one of these facts, to be moved with one click. */
function Offers({ form }: { form: VehicleFormApi }) {
  const specifications = form.watch('specifications')
  const offers = factOffers(specifications, form.getValues())
  if (offers.length === 0) return null
  const take = ({ name, value, specification }: FactOffer) => {
    form.setValue(name, value as never, changed)
    const rest = form.getValues('specifications').filter(({ spec_key }) => spec_key !== specification.spec_key)
    form.setValue('specifications', rest, changed)
  }
  return (
    <div className="mb-4 grid gap-2 border-hairline border-l-2 pl-4 text-sm">
      <p className="text-quiet">These specifications have a field of their own, which search and filters can use.</p>
      <ul className="flex flex-wrap gap-2">
        {offers.map((offer) => (
          <li key={offer.specification.spec_key}>
            <Button size="sm" variant="hairline" onClick={() => take(offer)}>
              {offer.specification.spec_key}: {offer.specification.spec_value}
              <ArrowRight aria-hidden className="size-3.5" strokeWidth={1.5} />
              <span className="sr-only">to</span> {factOf(offer.name).label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
