// What a dealer may enter about a vehicle beyond its basic information. Every fact is optional, and what is not entered
// is shown nowhere. Each is a column of `vehicles`; the form, the vehicle page and the structured data are built from
// this list. supabase/tests/vehicle-facts.test.ts compares it with the database.

/** The groups, in the order of the form and the vehicle page. */
export const FACT_GROUPS = {
  body: 'Body',
  engine: 'Engine and gearbox',
  running: 'Emissions and range',
  history: 'History',
  sale: 'Sale',
  media: 'Video',
} as const

interface Shared {
  label: string
  group: keyof typeof FACT_GROUPS
  /** Names that dealers give to the same fact among the free-text specifications, in lower case. */
  alsoCalled?: readonly string[]
}

interface Text extends Shared {
  type: 'text'
  max: number
}
interface Whole extends Shared {
  type: 'whole'
  min: number
  max: number
  /** After the number, for example "g/km"; with the form for one if that differs. */
  unit?: string | readonly [one: string, many: string]
}
interface Choice extends Shared {
  type: 'choice'
  options: readonly string[]
}
interface Day extends Shared {
  type: 'date'
}
/** Shown only if it is true. */
interface Flag extends Shared {
  type: 'flag'
}
/** An https address. Not among the facts in the table: the page shows it as a picture first. */
interface Address extends Shared {
  type: 'address'
  max: number
}

export type Fact = Text | Whole | Choice | Day | Flag | Address

export const BODY_TYPES = [
  'Convertible',
  'Coupe',
  'Estate',
  'Hatchback',
  'MPV',
  'Pickup',
  'Saloon',
  'SUV',
  'Van',
] as const

export const FACTS = {
  derivative: {
    type: 'text',
    group: 'body',
    label: 'Derivative',
    max: 100,
    alsoCalled: ['trim', 'variant', 'version', 'trim level'],
  },
  body_type: {
    type: 'choice',
    group: 'body',
    label: 'Body type',
    options: BODY_TYPES,
    alsoCalled: ['body', 'body style'],
  },
  colour: {
    type: 'text',
    group: 'body',
    label: 'Colour',
    max: 50,
    alsoCalled: ['color', 'exterior colour', 'paint'],
  },
  doors: { type: 'whole', group: 'body', label: 'Doors', min: 1, max: 9, alsoCalled: ['number of doors'] },
  seats: { type: 'whole', group: 'body', label: 'Seats', min: 1, max: 20, alsoCalled: ['number of seats'] },
  engine_cc: {
    type: 'whole',
    group: 'engine',
    label: 'Engine size',
    min: 1,
    max: 20_000,
    unit: 'cc',
    alsoCalled: ['engine', 'engine capacity', 'capacity'],
  },
  power_bhp: {
    type: 'whole',
    group: 'engine',
    label: 'Power',
    min: 1,
    max: 3000,
    unit: 'bhp',
    alsoCalled: ['horsepower', 'engine power', 'bhp'],
  },
  drivetrain: {
    type: 'choice',
    group: 'engine',
    label: 'Drivetrain',
    options: ['Front-wheel drive', 'Rear-wheel drive', 'Four-wheel drive'],
    alsoCalled: ['drive', 'drive type', 'driven wheels'],
  },
  hybrid_type: {
    type: 'choice',
    group: 'engine',
    label: 'Hybrid type',
    options: ['Mild hybrid', 'Full hybrid', 'Plug-in hybrid', 'Range extender'],
  },
  co2: {
    type: 'whole',
    group: 'running',
    label: 'CO₂ emissions',
    min: 0,
    max: 1000,
    unit: 'g/km',
    alsoCalled: ['co2', 'co2 emissions', 'emissions'],
  },
  euro_standard: { type: 'whole', group: 'running', label: 'Euro standard', min: 1, max: 7, alsoCalled: ['euro'] },
  ulez: {
    type: 'choice',
    group: 'running',
    label: 'Meets ULEZ standard',
    options: ['Yes', 'No'],
    alsoCalled: ['ulez', 'ulez compliant'],
  },
  electric_range: {
    type: 'whole',
    group: 'running',
    label: 'Electric range',
    min: 1,
    max: 2000,
    unit: ['mile', 'miles'],
    alsoCalled: ['range', 'battery range'],
  },
  first_registered: {
    type: 'date',
    group: 'history',
    label: 'First registered',
    alsoCalled: ['registered', 'registration date', 'date of registration'],
  },
  previous_owners: {
    type: 'whole',
    group: 'history',
    label: 'Previous owners',
    min: 0,
    max: 50,
    alsoCalled: ['owners', 'former keepers', 'number of owners', 'previous keepers'],
  },
  service_history: {
    type: 'choice',
    group: 'history',
    label: 'Service history',
    options: ['Full, main dealer', 'Full', 'Part', 'None'],
    alsoCalled: ['service'],
  },
  mot_until: {
    type: 'date',
    group: 'history',
    label: 'MOT expires',
    alsoCalled: ['mot', 'mot until', 'mot expiry', 'mot due'],
  },
  insurance_category: {
    type: 'choice',
    group: 'history',
    label: 'Insurance category',
    options: ['None', 'Category S', 'Category N', 'Category C', 'Category D'],
    alsoCalled: ['insurance write-off', 'write-off category'],
  },
  is_import: { type: 'flag', group: 'history', label: 'Imported' },
  keys: { type: 'whole', group: 'sale', label: 'Keys', min: 0, max: 9, alsoCalled: ['number of keys'] },
  warranty_months: {
    type: 'whole',
    group: 'sale',
    label: 'Warranty',
    min: 1,
    max: 120,
    unit: ['month', 'months'],
  },
  vat_scheme: {
    type: 'choice',
    group: 'sale',
    label: 'VAT',
    options: ['Margin scheme', 'VAT qualifying'],
    alsoCalled: ['vat scheme', 'vat status'],
  },
  video_url: { type: 'address', group: 'media', label: 'Video', max: 500 },
  spin_url: { type: 'address', group: 'media', label: '360-degree view', max: 500 },
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof FACTS

export const FACT_NAMES = Object.keys(FACTS) as FactName[]

/** Where anyone can check a registration against the standard. */
export const ULEZ_CHECK = { label: 'Check with TfL', href: 'https://tfl.gov.uk/modes/driving/check-your-vehicle/' }

/** The same facts with the properties that only some types have. */
export const factOf = (name: FactName): Fact => FACTS[name]

/** The fact that a free-text specification states, if any. */
export function factCalled(specification: string): FactName | undefined {
  const called = specification.trim().toLowerCase()
  return FACT_NAMES.find((name) => {
    const { label, alsoCalled = [] } = factOf(name)
    return label.toLowerCase() === called || alsoCalled.includes(called)
  })
}

export type FactValues = { [Name in FactName]: string | number | boolean | null }

/** As the vehicle page shows it; null if it is not known. */
export function factInWords(name: FactName, value: FactValues[FactName]): string | null {
  const fact = factOf(name)
  if (value === null || value === '' || value === false) return null
  switch (fact.type) {
    case 'flag':
      return 'Yes'
    case 'date':
      return String(value).split('-').reverse().join('/')
    case 'whole': {
      const { unit } = fact
      const word = typeof unit === 'object' ? unit[value === 1 ? 0 : 1] : unit
      return [Number(value).toLocaleString('en-GB'), word].filter(Boolean).join(' ')
    }
    default:
      return String(value)
  }
}
