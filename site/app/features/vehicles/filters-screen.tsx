import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Container } from '#app/components/ui/container.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { FilterActions, FilterFields } from './filter-panel.tsx'
import { MoreFields } from './more-fields.tsx'
import type { OptionCounts } from './option-counts.ts'
import { useOptionCounts } from './use-option-counts.ts'
import { filterKey, type ListingState, listingPath } from './vehicle-filters.ts'
import type { FilterOptions } from './vehicle-queries.ts'

interface FiltersScreenProps {
  listing: ListingState
  options: FilterOptions
  counts: OptionCounts | null
}

/** All filters on a page of their own, which needs no scripts. */
export function FiltersScreen({ listing, options, counts }: FiltersScreenProps) {
  const navigate = useNavigate()
  const [filters, setFilters] = useState(listing.filters)
  const isChanged = filterKey(filters) !== filterKey(listing.filters)
  const current = useOptionCounts(filters, isChanged) ?? counts
  const [form, resetForm] = [useId(), useId()]
  const { searchTerm } = filters
  const kept = {
    ...(searchTerm && { q: searchTerm }),
    ...(listing.sort !== 'created_at_desc' && { sort: listing.sort }),
    ...(listing.view !== 'grid' && { view: listing.view }),
  }
  return (
    <Container className="max-w-[40rem]! pb-20 md:pb-28">
      <PageHeading title="Filters" intro={searchTerm && `Your search: “${searchTerm}”`} />
      <form
        id={form}
        action="/vehicles"
        className="grid gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(listingPath({ ...listing, filters, page: 1 }))
        }}
      >
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FilterFields
          {...{ filters, options, counts: current }}
          change={(part) => setFilters({ ...filters, ...part })}
          more={MoreFields}
        />
        <FilterActions form={form} resetForm={resetForm} count={isChanged ? current?.total : undefined} />
      </form>
      <form id={resetForm} action="/vehicles" hidden />
    </Container>
  )
}
