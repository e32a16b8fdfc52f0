import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

interface EntryState {
  key?: string
  open?: string
}

const entry = () => window.history.state as EntryState | null

/** Whether an overlay has added the current history entry. A link followed from the overlay replaces that entry. */
export const isOverlayEntry = (): boolean => entry()?.open !== undefined

/**
 * For overlays: opening adds a history entry, so that the Back button closes only the overlay, and Forward opens it
 * again. The router is not told, because it would load the page's data again, and could not open the overlay offline.
 */
export function useHistoryOpen(name: string) {
  const { key } = useLocation()
  // The page that the overlay is open on, so that a link in the overlay closes it.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === key
  // The visitor may come back to that page.
  if (openAt !== undefined && !isOpen) setOpenAt(undefined)

  useEffect(() => {
    const follow = (event: PopStateEvent) => {
      const state = event.state as EntryState | null
      const opens = state?.open === name
      const isSamePage = (state?.key ?? 'default') === key
      if (!isSamePage || !(opens || isOpen)) return
      // The router's listener comes later, because this one is capturing.
      event.stopImmediatePropagation()
      setOpenAt(opens ? key : undefined)
    }
    window.addEventListener('popstate', follow, true)
    return () => window.removeEventListener('popstate', follow, true)
  }, [key, name, isOpen])

  return {
    isOpen,
    open: () => {
      window.history.pushState({ ...entry(), open: name }, '')
      setOpenAt(key)
    },
    close: () => {
      if (isOpen) window.history.back()
    },
    /** Closes the overlay without going back, for an action that replaces its history entry. */
    hide: () => setOpenAt(undefined),
  }
}
