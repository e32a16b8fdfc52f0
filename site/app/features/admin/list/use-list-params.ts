import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams } from './list-params.ts'

/** The list's address and a way to change it. Typing replaces the entry in the history; turning a page adds one. */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: Record<string, string>) => {
      setParams((current) => changeParams(current, changes), {
        replace: !('page' in changes),
        preventScrollReset: true,
      })
    },
    [setParams],
  )
  return [params, change] as const
}
