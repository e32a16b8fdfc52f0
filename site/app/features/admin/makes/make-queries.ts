import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import type { Sort } from '#app/features/admin/list/sort.ts'
import { whenAllowed } from '#app/features/admin/when-allowed.ts'
import { browserRest } from '#app/lib/backend.ts'
import { containsPattern, searchWords } from '#app/lib/search-filter.ts'

/** A make, or a model of a make. */
export interface Name {
  make: string
  /** Null for the make itself. */
  model: string | null
  vehicles: number
  /** Null for a model. */
  models: number | null
  /** A more frequent name that looks the same, such as BMW for "bmw". */
  sameAs: string | null
  /** Whether deleting the last vehicle leaves something to delete: models exist only as long as vehicles have them. */
  isOffered: boolean
}

export const nameOf = ({ make, model }: Pick<Name, 'make' | 'model'>) => model ?? make

/** Merging deletes a make that is offered, which the database allows only admins. Models are just what vehicles say. */
export const canMerge = ({ model, isOffered }: Name, isAdmin: boolean) => isAdmin || model !== null || !isOffered

/** Whether the page of a make gets another address with another name. Names with the same words have the same address. */
export const movesPage = ({ make, model, vehicles }: Name, to: string) =>
  model === null && vehicles > 0 && searchWords(make).join() !== searchWords(to).join()

export const NAME_COLUMNS = ['plain_name', 'vehicles', 'models'] as const
type NameSort = Sort<(typeof NAME_COLUMNS)[number]>

interface Listed {
  /** Null for the list of makes. */
  make: string | null
  q: string
  isUnused: boolean
  sort: NameSort
}

/** Views have no constraints, so the types say that each of their columns may be null. */
interface Row {
  make: string | null
  model?: string | null
  vehicles: number | null
  models?: number | null
  same_as: string | null
  is_offered?: boolean | null
}

const toName = ({ make, model, vehicles, models, same_as, is_offered }: Row): Name => ({
  make: make ?? '',
  model: model ?? null,
  vehicles: vehicles ?? 0,
  models: models ?? null,
  sameAs: same_as,
  isOffered: is_offered ?? false,
})

const COUNTED = { count: 'exact' } as const
const makes = () => browserRest().from('make_stock').select('make, vehicles, models, same_as, is_offered', COUNTED)
const models = () => browserRest().from('model_stock').select('make, model, vehicles, same_as', COUNTED)
const modelsOf = (make: string) => models().eq('make', make)

export const namesPage = ({ make, q, isUnused, sort }: Listed, page: number) =>
  queryOptions({
    queryKey: ['makes', 'page', make, q, isUnused, sort, page],
    queryFn: async () => {
      const { column, ascending } = sort
      const patterns = searchWords(q).map(containsPattern)
      const found = await fetchPage<Row>(page, (from, to) => {
        if (make !== null) {
          let query = modelsOf(make).order(column === 'models' ? 'vehicles' : column, { ascending })
          for (const pattern of patterns) query = query.like('plain_name', pattern)
          return query.order('plain_name').order('model').range(from, to)
        }
        let query = makes().order(column, { ascending })
        for (const pattern of patterns) query = query.like('plain_name', pattern)
        if (isUnused) query = query.eq('vehicles', 0)
        return query.order('plain_name').order('make').range(from, to)
      })
      return { ...found, rows: found.rows.map(toName) }
    },
    placeholderData: keepPreviousData,
  })

const LOOKALIKES_SHOWN = 10

/** Names that look the same as a more frequent one: a make's models, or for null, all makes and models. */
export const lookalikes = (make: string | null) =>
  queryOptions({
    queryKey: ['makes', 'lookalikes', make],
    queryFn: async () => {
      const found = await Promise.all(
        make === null ? [lookalikesIn(makes()), lookalikesIn(models())] : [lookalikesIn(modelsOf(make))],
      )
      return found.flat()
    },
  })

async function lookalikesIn(all: ReturnType<typeof makes> | ReturnType<typeof models>) {
  const { data, error } = await all
    .not('same_as', 'is', null)
    .order('vehicles', { ascending: false })
    .limit(LOOKALIKES_SHOWN)
  if (error) throw error
  return data.map(toName)
}

/** The most names in a choice, which is the most rows in a response. */
const MAX_CHOICES = 1000

/** What a make or model can be merged into. */
export const mergeChoices = ({ make, model }: Name) =>
  queryOptions({
    queryKey: ['makes', 'choices', model === null ? null : make],
    queryFn: async () => {
      const all = model === null ? makes() : modelsOf(make)
      const { data, error } = await all.order('plain_name').limit(MAX_CHOICES)
      if (error) throw error
      return data.map(toName)
    },
  })

interface Renaming {
  of: Pick<Name, 'make' | 'model'>
  to: string
  /** Into an existing name. */
  merge: boolean
}

/** The database moves as many vehicles as it can within one request, so this repeats the request until all are moved. */
export async function renameAll({ of, to, merge }: Renaming, signal: AbortSignal, onMoved: (moved: number) => void) {
  let moved = 0
  for (let isFirst = true; ; isFirst = false) {
    const common = { _make: of.make, _name: to, _merge: merge || !isFirst }
    const request = () =>
      of.model === null
        ? browserRest().rpc('rename_make', common)
        : browserRest().rpc('rename_model', { ...common, _model: of.model })
    const { data, error } = await whenAllowed(request, signal)
    if (error) throw error
    moved += data[0]?.moved ?? 0
    onMoved(moved)
    if (data[0]?.is_done !== false) return
    signal.throwIfAborted()
  }
}

/** Deletes one make without vehicles, or all of them. Returns how many were deleted. */
export async function deleteUnusedMakes(make: string | null): Promise<number> {
  const { data, error } = await browserRest().rpc('delete_unused_makes', make === null ? {} : { _make: make })
  if (error) throw error
  return data
}
