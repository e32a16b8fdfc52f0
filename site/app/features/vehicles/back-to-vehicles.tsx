import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import { findList, rememberViewed } from '#app/lib/last-viewed.ts'

/** Returns to the list as it was left, or scrolls it to this vehicle. */
export function BackToVehicles({ id }: { id: string }) {
  const { search, key } = useLastList()
  return (
    <PathLink
      to={`/vehicles${search}`}
      state={{ place: key }}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-quiet transition-colors hover:text-ink"
      onClick={() => rememberViewed(id)}
    >
      <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
      Back to Vehicles
    </PathLink>
  )
}

function useLastList(): ReturnType<typeof findList> {
  const [list, setList] = useState<ReturnType<typeof findList>>({ search: '' })
  useEffect(() => setList(findList()), [])
  return list
}
