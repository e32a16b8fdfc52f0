import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/** For overlays: opening pushes a history entry, so that the Back button closes only the overlay. */
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
