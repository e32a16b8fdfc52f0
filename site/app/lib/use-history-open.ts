import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/** Something that covers the page has an entry of its own in the browser's history: Back closes it, and nothing else. */
export function useHistoryOpen(name: string) {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const isOpen = hydrated && (state as { open?: string } | null)?.open === name

  const open = useCallback(() => {
    void navigate({ pathname, search, hash }, { state: { open: name }, preventScrollReset: true })
  }, [navigate, pathname, search, hash, name])
  const close = useCallback(() => {
    if (isOpen) void navigate(-1)
  }, [navigate, isOpen])

  return { isOpen, open, close }
}
