// What the form accepts for each optional fact about a vehicle, and which facts its free-text specifications state.
import { isDay } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/money.ts'
import { z } from '#app/lib/zod.ts'
import { parseUrl } from '#supabase/functions/_shared/parse-url.ts'
import {
  FACT_NAMES,
  type FACTS,
  type Fact,
  type FactName,
  factCalled,
  factOf,
} from '#supabase/functions/_shared/vehicle-facts.ts'
import type { Specification } from './list-rules.ts'

type RuleOf<Type> = Type extends 'flag'
  ? z.ZodDefault<z.ZodBoolean>
  : z.ZodType<Type extends 'whole' ? number | null : string | null, string>

/** Fields hold text, and empty text means that the fact is not known. */
export const known = <Value>(read: (text: string, fail: (message: string) => null) => Value | null) =>
  z
    .string()
    .trim()
    .transform((text, context) =>
      text === ''
        ? null
        : read(text, (message) => {
            context.addIssue({ code: 'custom', message })
            return null
          }),
    )

function ruleFor(fact: Fact) {
  const { label } = fact
  switch (fact.type) {
    case 'flag':
      return z.boolean().default(false)
    case 'whole':
      return known((text, fail) => {
        const isWithin = /^\d{1,6}$/.test(text) && Number(text) >= fact.min && Number(text) <= fact.max
        return isWithin
          ? Number(text)
          : fail(`${label} must be a whole number from ${formatNumber(fact.min)} to ${formatNumber(fact.max)}`)
      })
    case 'choice':
      return known((text, fail) => (fact.options.includes(text) ? text : fail(`Choose one of the options`)))
    case 'date':
      return known((text, fail) => (isDay(text) ? text : fail('Enter a date')))
    case 'address':
      return known((text, fail) =>
        text.length <= fact.max && parseUrl(text)?.protocol === 'https:'
          ? text
          : fail('Enter an address that starts with https://'),
      )
    default:
      return known((text, fail) =>
        text.length <= fact.max ? text : fail(`${label} can be at most ${fact.max} characters`),
      )
  }
}

export const FACT_RULES = Object.fromEntries(FACT_NAMES.map((name) => [name, ruleFor(factOf(name))])) as unknown as {
  [Name in FactName]: RuleOf<(typeof FACTS)[Name]['type']>
}

export const FACT_LABELS = Object.fromEntries(FACT_NAMES.map((name) => [name, factOf(name).label])) as Record<
  FactName,
  string
>

export interface FactOffer {
  name: FactName
  /** As the field holds it. */
  value: string
  specification: Specification
}

/** Specifications that state a fact whose field is empty. They are offered, because a dealer's text may mean more. */
export function factOffers(
  specifications: readonly Specification[],
  values: Partial<Record<FactName, string | boolean | undefined>>,
): FactOffer[] {
  return specifications.flatMap((specification) => {
    const name = factCalled(specification.spec_key)
    const value = name && !values[name] && toFieldText(factOf(name), specification.spec_value.trim())
    return name && value ? [{ name, value, specification }] : []
  })
}

/** Null if the text does not fit the field. */
function toFieldText(fact: Fact, text: string): string | null {
  switch (fact.type) {
    case 'whole': {
      const [, digits] = /^(\d[\d,]{0,6})\s*[a-z/]{0,6}$/i.exec(text) ?? []
      return digits ? accepted(fact, digits.replaceAll(',', '')) : null
    }
    case 'choice':
      return fact.options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? null
    case 'date': {
      const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
      return day ? accepted(fact, `${year}-${month}-${day}`) : null
    }
    case 'flag':
      return null
    default:
      return accepted(fact, text)
  }
}

const accepted = (fact: Fact, text: string) => (ruleFor(fact).safeParse(text).success ? text : null)

/** "Engine size (cc)" */
export function labelWithUnit(name: FactName): string {
  const fact = factOf(name)
  const unit = fact.type === 'whole' && (typeof fact.unit === 'object' ? fact.unit[1] : fact.unit)
  return unit ? `${fact.label} (${unit})` : fact.label
}
