import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams } from './list-params.ts'

/** The list's address and a way to change it. Typing replaces the entry in the history; turning a page adds one. */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const asked = useRef(params)
  useEffect(() => {
    asked.current = params
  }, [params])

  const change = useCallback(
    (changes: Record<string, string>) => {
      // From what was asked for last, not from what is shown yet: a search and a tab at once must not undo each other.
      asked.current = changeParams(asked.current, changes)
      setParams(asked.current, { replace: !('page' in changes), preventScrollReset: true })
    },
    [setParams],
  )
  return [params, change] as const
}
