import { ANY_TELEPHONE } from '#app/lib/telephone-rules.ts'
import { z } from '#app/lib/zod.ts'
import {
  ADDRESS_LENGTH,
  EMAIL_LENGTH,
  NAME_LENGTH,
  NOTE_LENGTH,
  PHONE_LENGTH,
} from '#supabase/functions/_shared/lengths.ts'
import type { Person } from './person-queries.ts'
import { shownPhone } from './phone.ts'

/** As in the table's constraint. */
const CONSENT_SOURCE_LENGTH = 200

export const CONSENTS = { unknown: 'Not asked', yes: 'Agreed', no: 'Refused' } as const

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can be at most ${max} characters`)

export const personSchema = z
  .object({
    name: text('Name', NAME_LENGTH),
    email: text('Email', EMAIL_LENGTH)
      .toLowerCase()
      .pipe(z.union([z.literal(''), z.email('Enter a valid email address')])),
    phone: text('Telephone', PHONE_LENGTH).refine((phone) => !phone || ANY_TELEPHONE.accepts(phone), {
      message: 'Enter a telephone number such as 07123 456789',
    }),
    address: text('Address', ADDRESS_LENGTH),
    notes: text('Notes', NOTE_LENGTH),
    consent: z.enum(['unknown', 'yes', 'no']),
    consent_source: text('This', CONSENT_SOURCE_LENGTH),
  })
  .refine(({ name, email, phone }) => name || email || phone, {
    path: ['name'],
    message: 'Enter a name, an email address or a telephone number',
  })
  .refine(({ consent, consent_source }) => consent === 'unknown' || consent_source, {
    path: ['consent_source'],
    message: 'Enter how and when they told you',
  })

export type PersonValues = z.infer<typeof personSchema>

export const NEW_PERSON: PersonValues = {
  name: '',
  email: '',
  phone: '',
  address: '',
  notes: '',
  consent: 'unknown',
  consent_source: '',
}

const consentOf = (agreed: boolean | null) => (agreed === null ? 'unknown' : agreed ? 'yes' : 'no')

export const consentInWords = (agreed: boolean | null) => CONSENTS[consentOf(agreed)]

export const toValues = (person: Person): PersonValues => ({
  name: person.name,
  email: person.email ?? '',
  phone: shownPhone(person.phone),
  address: person.address,
  notes: person.notes,
  consent: consentOf(person.marketing_consent),
  consent_source: person.marketing_consent_source,
})

export const toRow = ({ email, consent, consent_source, ...rest }: PersonValues) => ({
  ...rest,
  email: email || null,
  marketing_consent: consent === 'unknown' ? null : consent === 'yes',
  marketing_consent_source: consent === 'unknown' ? '' : consent_source,
})

/** For the conflict dialog. */
export const PERSON_FIELDS = {
  name: 'Name',
  email: 'Email',
  phone: 'Telephone',
  address: 'Address',
  notes: 'Notes',
  consent: 'Marketing',
  consent_source: 'How they told you',
} as const satisfies Record<keyof PersonValues, string>

/** People without a name are shown by their email address or number. */
export const personName = ({ name, email, phone }: Pick<Person, 'name' | 'email' | 'phone'>) =>
  name || email || shownPhone(phone) || 'No name'
