import { PersonField } from '#app/features/admin/people/person-field.tsx'
import type { VehicleFormApi } from './use-vehicle-form.ts'

export const BuyerField = ({ form }: { form: VehicleFormApi }) => (
  <PersonField
    label="Buyer"
    noun="buyer"
    person={form.watch('record.sale.buyer')}
    onChange={(person) => form.setValue('record.sale.buyer', person, { shouldDirty: true })}
  />
)
