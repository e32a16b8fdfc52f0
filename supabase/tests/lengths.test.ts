import { describe, expect, test } from 'vitest'
import { serviceEngines } from '../../backend/test/engines.ts'
import { LEAD_KINDS, LEADS } from '../functions/_shared/lead-kinds.ts'
import {
  ACCOUNT_EMAIL_LENGTH,
  ACCOUNT_NAME_LENGTH,
  ADDRESS_LENGTH,
  CAPTION_LENGTH,
  DESCRIPTION_LENGTH,
  EMAIL_LENGTH,
  FEATURE_LENGTH,
  MAKE_LENGTH,
  MESSAGE_LENGTH,
  MODEL_LENGTH,
  NAME_LENGTH,
  NEXT_STEP_LENGTH,
  NOTE_LENGTH,
  PAGE_SUMMARY_LENGTH,
  PAGE_TEXT_LENGTH,
  PAGE_TITLE_LENGTH,
  PHONE_LENGTH,
  SETTING_LENGTH,
  SPECIFICATION_NAME_LENGTH,
  SPECIFICATION_VALUE_LENGTH,
  SUBJECT_LENGTH,
  VEHICLE_TITLE_LENGTH,
} from '../functions/_shared/lengths.ts'

const LEAD = { name: NAME_LENGTH, email: EMAIL_LENGTH, phone: PHONE_LENGTH, message: MESSAGE_LENGTH }

/** Columns for text that people enter. */
const TYPED =
  /^(?:.*_)?(?:name|email|phone|message|title)$|^(?:make|model|description|feature|spec_key|spec_value|value|address|notes|body|subject|next_step|caption|summary)$/

describe.each(serviceEngines)('length limits on $name', ({ open }) => {
  test('for every table, the database and the forms have the same length limits', async () => {
    const db = await open()
    const { rows } = await db.query<{ table: string; definition: string }>(`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`)
    await db.close()

    const found: Record<string, Record<string, number>> = {}
    for (const { table, definition } of rows) {
      const [, column, length] = /length\((?:TRIM\(BOTH FROM )?(\w+)\)+ <= (\d+)/.exec(definition) ?? []
      if (!column || !TYPED.test(column)) continue
      found[table] = { ...found[table], [column]: Number(length) }
    }

    expect(found).toEqual({
      ...Object.fromEntries(LEAD_KINDS.map((kind) => [LEADS[kind].table, LEAD])),
      profiles: {
        first_name: ACCOUNT_NAME_LENGTH,
        last_name: ACCOUNT_NAME_LENGTH,
        email: EMAIL_LENGTH,
        phone: PHONE_LENGTH,
      },
      people: {
        name: NAME_LENGTH,
        email: EMAIL_LENGTH,
        phone: PHONE_LENGTH,
        address: ADDRESS_LENGTH,
        notes: NOTE_LENGTH,
      },
      lead_desk: { next_step: NEXT_STEP_LENGTH },
      lead_events: { body: NOTE_LENGTH, subject: SUBJECT_LENGTH },
      customer_disable_history: { customer_email: EMAIL_LENGTH, admin_email: EMAIL_LENGTH },
      vehicles: {
        title: VEHICLE_TITLE_LENGTH,
        make: MAKE_LENGTH,
        model: MODEL_LENGTH,
        description: DESCRIPTION_LENGTH,
      },
      vehicle_images: { caption: CAPTION_LENGTH },
      pages: { title: PAGE_TITLE_LENGTH, summary: PAGE_SUMMARY_LENGTH, body: PAGE_TEXT_LENGTH },
      config: { value: SETTING_LENGTH },
      car_makes: { name: MAKE_LENGTH },
      vehicle_features: { feature: FEATURE_LENGTH },
      vehicle_specifications: { spec_key: SPECIFICATION_NAME_LENGTH, spec_value: SPECIFICATION_VALUE_LENGTH },
    })
  })
})

test('an account’s email address fits into every column for email addresses', () => {
  expect(ACCOUNT_EMAIL_LENGTH).toBeLessThanOrEqual(EMAIL_LENGTH)
})
