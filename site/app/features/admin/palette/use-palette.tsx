import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const Palette = lazy(() => import('./palette.tsx'))

/** On a Mac the shortcut is Cmd+K, elsewhere Ctrl+K. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the palette by its shortcut or by a button. Its code is loaded when it is first opened. */
export function usePalette(): { palette: ReactNode; openPalette(): void } {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return {
    openPalette: () => setOpen(true),
    palette: isOpen && (
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
