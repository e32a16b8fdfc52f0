// The comparison in the URL: /compare?cars=id,id,id. Everything that the page shows follows from it, so a comparison can be
// shared, bookmarked and opened without scripts.
import { isUuid } from '#app/lib/uuid.ts'

export const MAX_COMPARED = 3

export interface CompareAddress {
  ids: string[]
  /** Whether facts that all cars have in common are left out. */
  onlyDifferences: boolean
}

const UUID_LENGTH = 36
/** Room for a few more ids than are compared, so that broken ones in between do not matter. */
const MAX_LENGTH = 8 * (UUID_LENGTH + 1)

function idsIn(text: string | null): string[] {
  const ids = (text ?? '').slice(0, MAX_LENGTH).toLowerCase().split(',').filter(isUuid)
  return [...new Set(ids)]
}

/** Without scripts, the car in `add` is simply the first of a new comparison. */
export function readCompare(search: URLSearchParams): CompareAddress {
  const ids = [...idsIn(search.get('cars')), ...idsIn(search.get('add'))]
  return { ids: [...new Set(ids)].slice(0, MAX_COMPARED), onlyDifferences: search.get('show') === 'differences' }
}

export const compareSearch = ({ ids, onlyDifferences }: CompareAddress) =>
  `?cars=${ids.join(',')}${onlyDifferences ? '&show=differences' : ''}`

export const comparePath = (ids: string[], onlyDifferences = false) =>
  `/compare${compareSearch({ ids, onlyDifferences })}`
