import { Heart } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { DatePicker } from '#app/components/ui/date-picker.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { type Range, RangeSlider } from '#app/components/ui/slider.tsx'
import { Switch } from '#app/components/ui/switch.tsx'
import { addDays, londonDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { FUEL_TYPES } from '#supabase/functions/_shared/vehicle-options.ts'
import { Group, Specimen } from './specimen.tsx'

export function Controls() {
  return (
    <Group title="Controls">
      <Buttons />
      <Fields />
      <Choices />
    </Group>
  )
}

function Buttons() {
  return (
    <>
      <Specimen name="Button">
        <Button>Solid</Button>
        <Button variant="brass">Brass</Button>
        <Button variant="hairline">Hairline</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <Button loading>Sending...</Button>
      </Specimen>
      <Specimen name="Sizes, and a link that looks like a button">
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <Button size="icon" variant="hairline" aria-label="Save">
          <Heart aria-hidden strokeWidth={1.5} />
        </Button>
        <ButtonLink to="/" variant="hairline">
          Go home
        </ButtonLink>
      </Specimen>
      <Specimen name="TextLink">
        <TextLink to="/vehicles">Plain</TextLink>
        <TextLink to="/vehicles" arrow>
          View Details
        </TextLink>
      </Specimen>
    </>
  )
}

function Fields() {
  const [date, setDate] = useState('')
  const today = londonDate()
  return (
    <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      <Field label="Name" required>
        <Input placeholder="Ada Marsh" />
      </Field>
      <Field label="Phone" hint="e.g. 07123 456789" optional>
        <Input type="tel" />
      </Field>
      <Field label="Email" error="Enter an email address such as name@example.com">
        <Input type="email" defaultValue="ada@" />
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="correct-horse" autoComplete="off" />
      </Field>
      <Field label="Locked">
        <Input defaultValue="ada@example.com" readOnly />
      </Field>
      <Field label="Disabled">
        <Input defaultValue="Not now" disabled />
      </Field>
      <Field label="Fuel">
        <Select options={FUEL_TYPES} placeholder="Any" />
      </Field>
      <Field label="Preferred date">
        <DatePicker value={date} onValueChange={setDate} min={today} max={addDays(today, 90)} />
      </Field>
      <Field label="Message" className="md:col-span-2">
        <Textarea />
      </Field>
    </div>
  )
}

function Choices() {
  const [price, setPrice] = useState<Range>([10_000, 60_000])
  return (
    <div className="grid gap-8 md:grid-cols-3">
      <RangeSlider
        label="Price"
        min={0}
        max={100_000}
        step={1_000}
        value={price}
        onValueChange={setPrice}
        formatValue={formatPrice}
      />
      <div>
        <Checkbox label="Featured" defaultChecked />
        <Checkbox label="Sold" />
        <Checkbox label="Disabled" disabled />
      </div>
      <div>
        <Switch label="List on AutoTrader" defaultChecked />
        <Switch label="Off" />
      </div>
    </div>
  )
}
