import { ArrowLeft } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import { findList, rememberViewed } from '#app/lib/last-viewed.ts'

/** Returns to the list with its filters, and scrolls to this vehicle. */
export function BackToVehicles({ id }: { id: string }) {
  const search = useLastList()

  // The browser's Back button returns to the same place.
  useLayoutEffect(() => {
    const remember = () => {
      if (window.location.pathname === '/vehicles') rememberViewed(id)
    }
    window.addEventListener('popstate', remember)
    return () => window.removeEventListener('popstate', remember)
  }, [id])

  return (
    <PathLink
      to={`/vehicles${search}`}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-quiet transition-colors hover:text-ink"
      onClick={() => rememberViewed(id)}
    >
      <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
      Back to Vehicles
    </PathLink>
  )
}

function useLastList(): string {
  const [search, setSearch] = useState('')
  useEffect(() => setSearch(findList()), [])
  return search
}
