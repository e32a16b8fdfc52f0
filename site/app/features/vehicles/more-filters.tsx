import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import type { FilterFieldsProps } from './filter-panel.tsx'
import { listingSearch, parseListing } from './vehicle-filters.ts'

const PATH = '/vehicles/filters'

/** The filters that few visitors need. They load when the group is opened; without JavaScript they have a page of their own. */
export function MoreFilters(props: FilterFieldsProps) {
  const [Fields, setFields] = useState<ComponentType<FilterFieldsProps>>()
  const load = () => {
    if (Fields) return
    import('./more-fields.tsx').then(
      ({ MoreFields }) => setFields(() => MoreFields),
      () => window.location.assign(PATH + window.location.search),
    )
  }
  return (
    <>
      {/* The group may have been opened before this script was loaded. */}
      <details className="filter-group needs-script" ref={(group) => void (group?.open && load())} onToggle={load}>
        <summary>More filters</summary>
        {Fields && <Fields {...props} />}
      </details>
      {/* Browsers with scripts leave it out, so they need not load it. */}
      <noscript>{import.meta.env.SSR && <LinkToFilters />}</noscript>
    </>
  )
}

/** The page is cached for every visitor, so the link has only what the list reads of the address. */
function LinkToFilters() {
  const listing = parseListing(new URLSearchParams(useLocation().search))
  return (
    <a href={PATH + listingSearch({ ...listing, page: 1 })} rel="nofollow" className="text-link">
      More filters
    </a>
  )
}
