import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { FilterFieldsProps } from './filter-panel.tsx'
import { moreParams } from './vehicle-filters.ts'

/** The filters that few visitors need. They load when the group is opened; without JavaScript they have a page of their own. */
export function MoreFilters(props: FilterFieldsProps) {
  const group = useRef<HTMLDetailsElement>(null)
  const [Fields, setFields] = useState<ComponentType<FilterFieldsProps>>()
  const more = moreParams(props.filters)
  const path = `/vehicles/filters${useLocation().search}`
  const load = useEffectEvent(() => {
    if (group.current?.open)
      import('./more-fields.tsx').then(
        ({ MoreFields }) => setFields(() => MoreFields),
        () => window.location.assign(path),
      )
  })
  useEffect(() => {
    // The group may have been opened before this script was loaded.
    load()
    const details = group.current
    details?.addEventListener('toggle', load)
    return () => details?.removeEventListener('toggle', load)
  }, [])
  return (
    <>
      <details ref={group} className="filter-group needs-script">
        <summary>More filters{more.length > 0 && ` (${more.length})`}</summary>
        {Fields && <Fields {...props} />}
      </details>
      <a href={path} rel="nofollow" className="without-script text-link justify-self-start">
        More filters
      </a>
      {!Fields && more.map(([param, value]) => <input key={param + value} type="hidden" name={param} value={value} />)}
    </>
  )
}
