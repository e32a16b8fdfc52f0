// A valid call to send-email for each kind of email, built from the schema that the function checks calls against.
import fc from 'fast-check'
import { z } from 'zod'
import { sendEmailSchema } from '../../supabase/functions/_shared/send-email.schema.ts'

export interface Email {
  type: string
  to: string
  data: Record<string, unknown>
}

interface Schema {
  const?: unknown
  format?: string
  pattern?: string
  oneOf?: Schema[]
  properties?: Record<string, Schema>
}

function samplesOf({ const: only, format, pattern, oneOf, properties }: Schema): unknown[] {
  if (only !== undefined) return [only]
  if (oneOf) return oneOf.flatMap(samplesOf)
  if (properties)
    return Object.entries(properties).reduce<object[]>(
      (samples, [name, inner]) =>
        samples.flatMap((sample) => samplesOf(inner).map((value) => ({ ...sample, [name]: value }))),
      [{}],
    )
  if (format === 'email') return ['a@example.com']
  return pattern ? fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 }) : ['a']
}

export const EMAILS = samplesOf(z.toJSONSchema(sendEmailSchema, { io: 'input' }) as Schema) as readonly Email[]
