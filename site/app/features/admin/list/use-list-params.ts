import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams } from './list-params.ts'

/**
 * The list's URL parameters and a function to change them. A new page adds a history entry; any other change replaces
 * the current one.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])

  const change = useCallback(
    (changes: Record<string, string>) => {
      // Doesn't start from the rendered parameters, because a search and a tab change made at the same time must not
      // undo each other.
      latest.current = changeParams(latest.current, changes)
      setParams(latest.current, { replace: !('page' in changes), preventScrollReset: true })
    },
    [setParams],
  )
  return [params, change] as const
}
