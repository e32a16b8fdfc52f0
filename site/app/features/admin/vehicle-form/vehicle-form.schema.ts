// The vehicle form's schema: what its fields accept, and what a save sends. The database enforces the same rules; with
// this schema, the form can show an error beside the field.

import { priceRule } from '#app/features/admin/price-rules.ts'
import { addDays, londonDate } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/money.ts'
import { z } from '#app/lib/zod.ts'
import {
  CAPTION_LENGTH,
  DESCRIPTION_LENGTH,
  MAKE_LENGTH,
  MODEL_LENGTH,
  SPECIFICATION_VALUE_LENGTH,
  VEHICLE_TITLE_LENGTH,
} from '#supabase/functions/_shared/lengths.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '#supabase/functions/_shared/vehicle-options.ts'
import type { Database } from '#supabase/types.ts'
import { FACT_LABELS, FACT_RULES } from './fact-rules.ts'
import { tooManyImages } from './image-checks.ts'
import { addFeatures, putSpecification, type Specification } from './list-rules.ts'
import { recordSchema, type StoredRecord, toRecordValues } from './record.schema.ts'

export const FIRST_YEAR = 1900

export const lastYear = (today = londonDate()) => Number(today.slice(0, 4)) + 1

const atMost = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} can be at most ${formatNumber(max)} characters`)

const required = (label: string, max: number) => atMost(label, max).min(1, `${label} is required`)

/** Form fields hold text. Empty text means that the number is missing; anything else must be a number. */
const numberText = (label: string) =>
  z
    .string()
    .trim()
    .min(1, `${label} is required`)
    .transform(Number)
    .refine((value) => Number.isFinite(value), `${label} must be a number`)

const specificationSchema = z.object({
  spec_key: z.string(),
  spec_value: atMost('The value', SPECIFICATION_VALUE_LENGTH).min(1, 'Give this specification a value, or remove it'),
})

const pictureSchema = z.object({ image_url: z.string(), caption: atMost('A caption', CAPTION_LENGTH) })
export type Picture = z.infer<typeof pictureSchema>

type Columns = Database['public']['Tables']['vehicles']['Row']

/**
 * The single list of what an admin enters about a vehicle, with each field named after its column. The form, its drafts
 * and the saved values are derived from it. A test fails if a column is neither listed here nor maintained by the
 * database.
 */
function vehicleFields(today: string) {
  const newestYear = lastYear(today)
  const yearMessage = `Year must be between ${FIRST_YEAR} and ${newestYear}`
  return {
    title: required('Title', VEHICLE_TITLE_LENGTH),
    make: required('Make', MAKE_LENGTH),
    model: required('Model', MODEL_LENGTH),
    year: numberText('Year').pipe(z.int(yearMessage).min(FIRST_YEAR, yearMessage).max(newestYear, yearMessage)),
    price: priceRule,
    mileage: numberText('Mileage').pipe(
      z.int('Mileage must be in whole miles').min(0, 'Mileage can’t be below 0').max(2_000_000, 'Mileage is too high'),
    ),
    fuel_type: z.enum(FUEL_TYPES, 'Fuel type is required'),
    transmission: z.enum(TRANSMISSIONS, 'Transmission is required'),
    description: atMost('Description', DESCRIPTION_LENGTH),
    featured: z.boolean().default(false),
    sold: z.boolean().default(false),
    sold_expiry_date: z.string().default(''),
    hidden: z.boolean().default(false),
    price_on_application: z.boolean().default(false),
    ...FACT_RULES,
  } satisfies { [C in keyof Columns]?: z.ZodType<Columns[C]> }
}

type FieldName = keyof ReturnType<typeof vehicleFields>
export const FIELD_NAMES = Object.keys(vehicleFields(londonDate())) as FieldName[]

const PARTS = {
  images: z.array(pictureSchema),
  features: z.array(z.string()),
  specifications: z.array(specificationSchema),
  /** Entries typed below the two lists but not added yet. They are saved with the lists. */
  typed: z.object({ feature: z.string(), specName: z.string(), specValue: z.string() }),
  /** What buyers don't see. It has its own tables, and is not part of drafts. */
  record: recordSchema,
}

export const NOTHING_TYPED: z.infer<typeof PARTS.typed> = { feature: '', specName: '', specValue: '' }

interface SchemaContext {
  today?: string
  /** The stored expiry date. An expired vehicle can still be edited without a new date. */
  loadedExpiry?: string | null
  /** How many images the vehicle may have. Until that is known, only the database limits them. */
  maxImages?: number | undefined
}

export function vehicleFormSchema({ today = londonDate(), loadedExpiry = null, maxImages }: SchemaContext = {}) {
  const rules = z.object({ ...vehicleFields(today), ...PARTS })
  return rules.superRefine(({ sold, sold_expiry_date, typed, images }, context) => {
    if (maxImages !== undefined && images.length > maxImages) {
      context.addIssue({ code: 'custom', path: ['images'], message: tooManyImages(maxImages) })
    }
    const half = halfSpecification(typed)
    if (half) context.addIssue({ code: 'custom', path: ['typed', half.missing], message: half.message })
    if (!sold) return
    const message = soldExpiryProblem(sold_expiry_date, today, loadedExpiry)
    if (message) context.addIssue({ code: 'custom', path: ['sold_expiry_date'], message })
  })
}

function halfSpecification({ specName, specValue }: typeof NOTHING_TYPED) {
  const hasName = specName.trim() !== ''
  if (hasName === (specValue.trim() !== '')) return null
  return hasName
    ? { missing: 'specValue', message: `Give “${specName.trim()}” a value, or clear its name` }
    : { missing: 'specName', message: `Give “${specValue.trim()}” a name, or clear it` }
}

function soldExpiryProblem(expiry: string, today: string, loadedExpiry: string | null): string | null {
  if (!expiry) return 'A sold vehicle needs an expiry date'
  if (expiry === loadedExpiry) return null
  return expiry < addDays(today, 1) ? 'The expiry date must be tomorrow or later' : null
}

type Schema = ReturnType<typeof vehicleFormSchema>
export type VehicleFormValues = z.input<Schema>
export type ParsedVehicle = z.output<Schema>

type FieldValues = Pick<VehicleFormValues, FieldName>

/**
 * The initial values: the default in a field's rule, or else empty text, which is also what an unselected dropdown
 * holds.
 */
export function blankFields(): FieldValues {
  const blanks = Object.entries(vehicleFields(londonDate())).map(([name, rule]) => {
    const unset = rule.safeParse(undefined)
    return [name, unset.success ? unset.data : '']
  })
  return Object.fromEntries(blanks) as FieldValues
}

export interface StoredVehicle extends Pick<Columns, FieldName>, StoredRecord {
  /** The price, also if buyers have to ask for it. */
  asking_price: number | null
  vehicle_images: { image_url: string; caption: string | null }[]
  vehicle_features: { feature: string }[]
  vehicle_specifications: Specification[]
}

/** Form fields hold text or a boolean, so numbers become text and null becomes empty text. */
const toFieldValue = (value: Columns[FieldName]) => (typeof value === 'boolean' ? value : String(value ?? ''))

export function toFormValues(vehicle: StoredVehicle): VehicleFormValues {
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, toFieldValue(vehicle[name])])) as FieldValues
  return {
    ...fields,
    price: toFieldValue(vehicle.asking_price) as string,
    images: vehicle.vehicle_images.map(({ image_url, caption }) => ({ image_url, caption: caption ?? '' })),
    features: vehicle.vehicle_features.map(({ feature }) => feature),
    specifications: vehicle.vehicle_specifications.map(({ spec_key, spec_value }) => ({ spec_key, spec_value })),
    typed: NOTHING_TYPED,
    record: toRecordValues(vehicle),
  }
}

/** The vehicle's row and its parts, as arguments for `save_vehicle`. */
export function toSaveArguments(parsed: ParsedVehicle, id?: string) {
  const { images, features, specifications, typed, record: _, ...row } = parsed
  return {
    _vehicle: {
      ...(id ? { id } : {}),
      ...row,
      featured: row.featured && !row.sold,
      sold_expiry_date: row.sold ? row.sold_expiry_date : null,
    },
    _images: images.map(({ image_url }) => image_url),
    _captions: images.map(({ caption }) => caption),
    _features: addFeatures(features, typed.feature),
    _specifications: putSpecification(specifications, typed.specName, typed.specValue),
  }
}

export type VehicleFieldName = Exclude<keyof VehicleFormValues, 'typed' | 'record'>

/** Each field's label, in the form and in the conflict dialog. */
export const VEHICLE_LABELS: Record<VehicleFieldName, string> = {
  title: 'Title',
  make: 'Make',
  model: 'Model',
  year: 'Year',
  price: 'Price (£)',
  mileage: 'Mileage (miles)',
  fuel_type: 'Fuel type',
  transmission: 'Transmission',
  description: 'Description',
  featured: 'Featured',
  sold: 'Sold',
  sold_expiry_date: 'Sold expiry date',
  hidden: 'Draft',
  price_on_application: 'Price on application',
  features: 'Features',
  specifications: 'Specifications',
  images: 'Vehicle Images',
  ...FACT_LABELS,
}
