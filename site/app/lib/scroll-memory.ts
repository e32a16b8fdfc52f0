// The scroll position of every history entry of this tab, so that Back returns to where the visitor was. A key alone is
// not enough, because every page that was loaded as a document has the same one.

const storageKey = (key: string, path: string) => `forecourt-scroll-${key}-${path}`

export function rememberScroll(key: string, path: string, y: number): void {
  // Without storage, every page starts at the top.
  try {
    sessionStorage.setItem(storageKey(key, path), String(y))
  } catch {}
}

export function findScroll(key: string, path: string): number | null {
  try {
    const stored = sessionStorage.getItem(storageKey(key, path))
    return stored === null ? null : Number(stored)
  } catch {
    return null
  }
}

const isAt = (y: number) => Math.abs(window.scrollY - y) < 1

/** Scrolls now, and again as the page grows if it is still too short, until the visitor does something. */
export function scrollToPlace(y: number): () => void {
  const over = new AbortController()
  const scroll = () => {
    window.scrollTo({ top: y, behavior: 'instant' })
    if (isAt(y)) over.abort()
  }
  scroll()
  if (over.signal.aborted) return () => {}
  const observer = new ResizeObserver(scroll)
  observer.observe(document.body)
  over.signal.addEventListener('abort', () => observer.disconnect())
  const stop = () => over.abort()
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(type, stop, { passive: true, signal: over.signal })
  }
  return stop
}
