// A page that works without scripts delays them until the visitor interacts (pointer, key, touch, scroll), until
// something in view needs them, or until the page has been idle for a while. early-input.ts holds what the visitor does
// before hydration. The function is inlined into the page, so it may use only its arguments.
import { SAVED_KEY } from '#app/platform/saved/saved-list.ts'

/** These values mark the delayed scripts and links in the server's HTML. */
export const LATE_SCRIPT_TYPE = 'text/late'
export const LATE_LINK_REL = 'late'
export const HYDRATED_EVENT = 'forecourt:hydrated'
/** The scripts could not be loaded. The next interaction tries again. */
export const FAILED_EVENT = 'forecourt:failed'

const IDLE_MS = 4000

function waitForInteraction(
  type: string,
  rel: string,
  hydrated: string,
  failed: string,
  savedKey: string,
  idleMs: number,
): void {
  const triggers = 'pointerdown pointerup pointercancel pointermove click keydown wheel scroll focusin'.split(' ')
  let selector = `script[type="${type}"]`
  let hasInteracted = false
  let isPointerDown = false
  let isStarted = false
  let isHydrated = false
  const loads: Promise<unknown>[] = []

  const links = () => document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}],link[rel=prefetch][data-late]`)
  // A browser may never request a module or a preload again if it failed once, so each script is fetched into the cache
  // first, and nothing is imported until all are there. Those that failed wait for the next attempt.
  const load = () => {
    for (const link of links()) {
      const become = (rel: string) => () => {
        link.rel = rel
      }
      link.rel = ''
      const cached = fetch(link.href).then((response) => (response.ok ? response.blob() : Promise.reject()))
      loads.push(cached.then(become('modulepreload'), become(rel)))
    }
  }
  const start = () => {
    hasInteracted = true
    const waiting = document.querySelector(selector)
    // The scripts have not been parsed yet, or have already started.
    if (!waiting || isStarted) return
    isStarted = true
    stopListening()
    load()
    void Promise.all(loads).then(() => {
      if (links().length > 0) return fail()
      const script = document.createElement('script')
      script.type = 'module'
      script.textContent = waiting.textContent
      script.onerror = fail
      document.head.append(script)
      script.remove()
    })
  }
  const fail = () => {
    if (isHydrated) return
    isStarted = false
    // Running the same text again loads only what is missing.
    selector = `script[type="${type}"],script[type=module]`
    listen()
    dispatchEvent(new Event(failed))
  }

  // Two events occur without any action by the visitor: a pointermove with no movement when the page appears under a
  // resting mouse, and the scroll of a row of pictures that snaps into place.
  const notice = (event: Event) => {
    const { type: sign, target, movementX, movementY } = event as PointerEvent
    const isAutomatic = sign === 'pointermove' ? !movementX && !movementY : sign === 'scroll' && target !== document
    if (isAutomatic) return
    if (sign.startsWith('pointer') && sign !== 'pointermove') isPointerDown = sign === 'pointerdown'
    // The scripts keep the browser busy, so the press is completed and shown first.
    const next = isPointerDown ? load : start
    requestAnimationFrame(() => setTimeout(next))
  }
  const listen = () => {
    for (const sign of triggers) addEventListener(sign, notice, { capture: true, passive: true })
  }
  const stopListening = () => {
    for (const sign of triggers) removeEventListener(sign, notice, true)
  }

  const whenIdle = () => {
    // Prefetched while the network is idle, so that the scripts are ready for the first interaction.
    for (const link of links()) {
      link.as = 'script'
      link.dataset.late = ''
      link.rel = 'prefetch'
    }
    // Uses an observer, because measuring each picture would force the layout of everything below the fold.
    const watch = new IntersectionObserver((pictures) => {
      watch.disconnect()
      if (pictures.some(({ intersectionRatio }) => intersectionRatio > 0)) start()
    })
    for (const picture of document.querySelectorAll('[data-until-seen]')) watch.observe(picture)
    let hasSaved = false
    try {
      hasSaved = localStorage.getItem(savedKey) !== null
    } catch {}
    setTimeout(start, hasSaved ? 0 : idleMs)
  }

  listen()
  // The scripts restore the scroll position themselves (navigation-effects.tsx). The browser does so when it loads a
  // page again.
  const restore = (mode: ScrollRestoration) => () => {
    if (isHydrated) history.scrollRestoration = mode
  }
  addEventListener(hydrated, () => {
    isHydrated = true
    restore('manual')()
  })
  addEventListener('pageshow', restore('manual'))
  addEventListener('pagehide', restore('auto'))
  // The scripts of a page that does not delay them, and the entry script, which all pages import.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true)
  addEventListener('unhandledrejection', fail)
  addEventListener('DOMContentLoaded', () => {
    if (!document.querySelector(selector)) stopListening()
    else if (hasInteracted) start()
  })
  addEventListener('load', () => setTimeout(whenIdle, 300))
}

/** Only the server needs this, to write it into the page. */
export const LATE_START_SCRIPT = import.meta.env.SSR
  ? `(${waitForInteraction})(${[LATE_SCRIPT_TYPE, LATE_LINK_REL, HYDRATED_EVENT, FAILED_EVENT, SAVED_KEY, IDLE_MS].map((each) => JSON.stringify(each)).join()})`
  : ''
