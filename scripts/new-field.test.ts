import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { FactName } from '../supabase/functions/_shared/vehicle-facts.ts'

const root = resolve(import.meta.dirname, '..')

/** The files that docs/guide.md names in "A new field", besides the migration. */
const RECIPE = [
  'site/app/features/vehicles/vehicle-facts.ts',
  'supabase/demo/vehicles.json',
  'supabase/functions/_shared/vehicle-facts.ts',
  'supabase/schemas/vehicles.sql',
  'supabase/types.ts',
]
/** Facts with names that mean nothing else, which no list, search or form treats differently from others. */
const PLAIN_FACTS = [
  'engine_cc',
  'power_bhp',
  'euro_standard',
  'electric_range',
  'first_registered',
  'previous_owners',
  'service_history',
  'mot_until',
  'is_import',
  'warranty_months',
  'vat_scheme',
] as const satisfies readonly FactName[]

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|sql|json)$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name))

test('a fact about a vehicle is named only in the files of the recipe for a new field', () => {
  const folders = ['site/app', 'backend/src', 'supabase/schemas', 'supabase/functions', 'supabase/demo']
  const files = [...folders.flatMap(filesIn), 'supabase/types.ts'].map((path) => ({
    path,
    words: new Set(readFileSync(join(root, path), 'utf8').match(/\w+/g)),
  }))

  for (const fact of PLAIN_FACTS) {
    const naming = files.filter(({ words }) => words.has(fact)).map(({ path }) => path)
    expect(naming.length, fact).toBeGreaterThan(2)
    expect(RECIPE, fact).toEqual(expect.arrayContaining(naming))
  }
})
