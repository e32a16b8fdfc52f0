import { trimSlashes } from '../lib/trim-slashes.ts'
import { StorageError } from './errors.ts'
import { MAX_OBJECT_NAME_CHARACTERS, MAX_OBJECT_NAME_PART_CHARACTERS } from './limits.ts'

// The characters that Supabase allows in a name. Backslashes, control characters and percent signs are not allowed.
const ALLOWED = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/

/** Reads an object's name from a URL path and decodes it once. Refuses a name that could lead to another file. */
export function parseObjectName(encoded: string): string {
  return checkObjectName(trimSlashes(decode(encoded)))
}

export function checkObjectName(name: string): string {
  const isSafe = name.length <= MAX_OBJECT_NAME_CHARACTERS && ALLOWED.test(name) && name.split('/').every(isSafeSegment)
  if (!isSafe) throw new StorageError('InvalidKey', `Invalid key: ${name.slice(0, 100)}`)
  return name
}

// A leading dot would hide the file or lead out of the folder, and a trailing dot or space means a different file on
// Windows.
export function isSafeSegment(segment: string): boolean {
  return segment !== '' && segment.length <= MAX_OBJECT_NAME_PART_CHARACTERS && !/^[. ]|[. ]$/.test(segment)
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new StorageError('InvalidKey', `Invalid key: ${encoded.slice(0, 100)}`)
  }
}
