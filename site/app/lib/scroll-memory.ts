// The scroll position of every history entry of this tab, so that Back returns to where the visitor was. A key alone is
// not enough, because every page that was loaded as a document has the same one.
import { attempt } from './last-viewed.ts'

const storageKey = (key: string, path: string) => `forecourt-scroll-${key}-${path}`

export const rememberScroll = (key: string, path: string, y: number) =>
  attempt((storage) => storage.setItem(storageKey(key, path), `${y}`))

export function findScroll(key: string, path: string): number | null {
  const stored = attempt((storage) => storage.getItem(storageKey(key, path)))
  return stored === null ? null : +stored
}

/** Scrolls now, and again as the page grows if it is still too short, until the visitor does something. */
export function scrollToPlace(y: number): () => void {
  const signs = ['wheel', 'pointerdown', 'keydown']
  const observer = new ResizeObserver(() => window.scrollTo(0, y))
  const stop = () => {
    observer.disconnect()
    for (const sign of signs) window.removeEventListener(sign, stop)
  }
  window.scrollTo(0, y)
  observer.observe(document.body)
  for (const sign of signs) window.addEventListener(sign, stop)
  return stop
}
