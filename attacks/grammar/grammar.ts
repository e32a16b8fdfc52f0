// The input for every grammar: callers, and existing ids, names and pictures, so that valid calls find something.
import type { Call } from '../harness/http.ts'
import type { Actor, Cast } from '../harness/people.ts'
import type { Random } from '../harness/random.ts'

export interface World {
  headers: Cast
  /** Email addresses with an account, and one without. */
  emails: string[]
  vehicleIds: string[]
  pictures: string[]
  buckets: string[]
  ids: string[]
}

export type Grammar = (random: Random, world: World) => Call

/**
 * These two callers may change anything, so they write only to rows that don't exist. The stock must last for the whole
 * run.
 */
export const PRIVILEGED: ReadonlySet<Actor> = new Set(['admin', 'service'])
export const MISSING_ID = '00000000-0000-4000-8000-00000000dead'

const ACTORS: readonly Actor[] = [
  ...Array<Actor>(10).fill('visitor'),
  ...Array<Actor>(4).fill('customer'),
  'another customer',
  'disabled customer',
  ...Array<Actor>(3).fill('admin'),
  'service',
]

export function pickActor(random: Random): Actor {
  return random.pick(ACTORS)
}

export const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' } as Record<string, string>,
  body: JSON.stringify(value),
})

const AWKWARD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'NaN',
  'Infinity',
  "' or 1=1 --",
  '"); drop table vehicles; --',
  '{{7*7}}<%= 7*7 %>',
  '\u0000',
  '\ud800',
  '\u202e\ufeff',
  '%00',
  '../../../../etc/passwd',
  '<script>1</script>',
  'a'.repeat(5000),
  '🚗'.repeat(400),
  [],
  {},
  [[[[[]]]]],
  { __proto__: null, constructor: { prototype: {} } },
  '2026-13-45',
  '9999999-01-01T00:00:00Z',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
]

export const awkward = (random: Random): unknown => random.pick(AWKWARD)
export const awkwardText = (random: Random): string => asText(awkward(random))
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Replaces lone surrogates, which cannot be sent. */
export const wellFormed = (text: string) => Buffer.from(text).toString()
export const encoded = (text: string) => encodeURIComponent(wellFormed(text))
