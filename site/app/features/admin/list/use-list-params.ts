import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams } from './list-params.ts'

/**
 * The list's URL parameters and a function to change them. A change shows at once, before the router has rendered the
 * new URL. A new page adds a history entry; any other change replaces the current one.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<URLSearchParams>()
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
    setAsked(undefined)
  }, [params])

  const change = useCallback(
    (changes: Record<string, string>) => {
      // Doesn't start from the rendered parameters, because a search and a tab change made at the same time must not
      // undo each other.
      latest.current = changeParams(latest.current, changes)
      setAsked(latest.current)
      setParams(latest.current, { replace: !('page' in changes), preventScrollReset: true })
    },
    [setParams],
  )
  return [asked ?? params, change] as const
}
