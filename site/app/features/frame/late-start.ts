// A page that works without scripts delays them until the visitor interacts (pointer, key, touch, scroll), until
// something in view needs them, or until the page has been idle for a while. Clicks and input that come before
// hydration are recorded and replayed. The function is inlined into the page, so it may use only its arguments.
import { SAVED_KEY } from '#app/platform/saved/saved-list.ts'

/** These values mark the delayed scripts and links in the server's HTML. */
export const LATE_SCRIPT_TYPE = 'text/late'
export const LATE_LINK_REL = 'late'
export const HYDRATED_EVENT = 'forecourt:hydrated'

const IDLE_MS = 4000

function waitForInteraction(type: string, rel: string, hydrated: string, savedKey: string, idleMs: number): void {
  const triggers = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin']
  const pressed: HTMLElement[] = []
  const changed = new Map<HTMLInputElement, string | boolean>()
  let hasInteracted = false
  let isStarted = false

  const links = () => document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}],link[rel=prefetch][data-late]`)
  const start = () => {
    hasInteracted = true
    const waiting = document.querySelector(`script[type="${type}"]`)
    // The scripts have not been parsed yet, or have already started.
    if (!waiting || isStarted) return
    isStarted = true
    stopListening()
    for (const link of links()) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting.textContent
    document.head.append(script)
    script.remove()
  }

  // Two events occur without any action by the visitor: a pointermove with no movement when the page appears under a
  // resting mouse, and the scroll of a row of pictures that snaps into place.
  const notice = (event: Event) => {
    const { type: sign, target, movementX, movementY } = event as PointerEvent
    const isAutomatic = sign === 'pointermove' ? !movementX && !movementY : sign === 'scroll' && target !== document
    if (!isAutomatic) start()
  }
  const stopListening = () => {
    for (const sign of triggers) removeEventListener(sign, notice, true)
  }

  const isFormField = (target: EventTarget | null) =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  const press = ({ target }: Event) => {
    // Links, fields and summaries work without scripts.
    if (!(target instanceof Element) || target.closest('a[href],summary,label,input,select,textarea')) return
    const button = target.closest<HTMLElement>('button,[role=button],[role=tab]')
    if (button) pressed.push(button)
  }
  const change = ({ target }: Event) => {
    if (!isFormField(target)) return
    const field = target as HTMLInputElement
    changed.set(field, field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value)
  }

  /** React hydrates a page part by part; a hydrated element has a `__reactProps` key. */
  const whenHydrated = (element: Element, act: () => void) => {
    if (Object.keys(element).some((key) => key.startsWith('__reactProps'))) setTimeout(act)
    else if (element.isConnected) requestAnimationFrame(() => whenHydrated(element, act))
  }
  const restoreValue = (field: HTMLInputElement, value: string | boolean) => {
    if (typeof value === 'boolean') {
      if (field.checked !== value) field.click()
      return
    }
    // Otherwise React would find the value unchanged and ignore the event.
    ;(field as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue(`${value}.`)
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const replay = () => {
    removeEventListener('click', press, true)
    removeEventListener('input', change, true)
    for (const [field, value] of changed) whenHydrated(field, () => restoreValue(field, value))
    for (const button of pressed) whenHydrated(button, () => button.click())
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

  for (const sign of triggers) addEventListener(sign, notice, { capture: true, passive: true })
  addEventListener('click', press, true)
  addEventListener('input', change, true)
  addEventListener(hydrated, replay, { once: true })
  addEventListener('DOMContentLoaded', () => {
    if (!document.querySelector(`script[type="${type}"]`)) stopListening()
    else if (hasInteracted) start()
  })
  addEventListener('load', () => setTimeout(whenIdle, 300))
}

/** Only the server needs this, to write it into the page. */
export const LATE_START_SCRIPT = import.meta.env.SSR
  ? `(${waitForInteraction})(${[LATE_SCRIPT_TYPE, LATE_LINK_REL, HYDRATED_EVENT, SAVED_KEY, IDLE_MS].map((each) => JSON.stringify(each)).join()})`
  : ''
