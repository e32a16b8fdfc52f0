// Prefer: return=representation, count=exact

import { RestError } from '../errors.ts'
import type { Preferences } from './rest-request.ts'

const VALUES: Record<string, readonly string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
}

export function parsePreferences(header: string | null): Preferences {
  const found = new Map<string, string>()
  const invalid: string[] = []
  let hasTimeZone = false
  for (const preference of (header ?? '').split(',').map((part) => part.trim())) {
    if (preference === '') continue
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(preference) ?? []
    // Looking up a time zone is slow, and a header could contain a thousand of them, so only the first counts.
    if (name === 'timezone' && hasTimeZone) continue
    if (name === 'timezone') hasTimeZone = true
    if (!isKnown(name, value)) invalid.push(preference)
    else if (!found.has(name)) found.set(name, value)
  }
  const preferences: Preferences = {
    resolution: (found.get('resolution') as Preferences['resolution']) ?? null,
    missing: (found.get('missing') as Preferences['missing']) ?? null,
    return: (found.get('return') as Preferences['return']) ?? null,
    count: (found.get('count') as Preferences['count']) ?? null,
    handling: (found.get('handling') as Preferences['handling']) ?? null,
    timezone: found.get('timezone') ?? null,
    maxAffected: found.has('max-affected') ? Number(found.get('max-affected')) : null,
    tx: (found.get('tx') as Preferences['tx']) ?? null,
    invalid,
  }
  if (preferences.handling === 'strict' && invalid.length > 0) {
    throw new RestError('PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    })
  }
  return preferences
}

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return isTimeZone(value)
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  return VALUES[name]?.includes(value) ?? false
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
