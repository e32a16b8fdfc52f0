// A page that can be read and followed without scripts lets them wait: until somebody is there (a pointer, a key, a finger, a
// scroll), until something in view needs them, or until the page has been quiet for a while. What is pressed or typed before
// they listen is kept and done again then. This function is written into the page as text, so it knows nothing of this module
// but its arguments.
import { SAVED_KEY } from '#app/platform/saved/saved-list.ts'

/** Marks, in the server's page, what waits. */
export const LATE_SCRIPT_TYPE = 'text/late'
export const LATE_LINK_REL = 'late'
export const HYDRATED_EVENT = 'forecourt:hydrated'

const QUIET_MS = 4000

function waitForSomebody(type: string, rel: string, hydrated: string, savedKey: string, quietMs: number): void {
  const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin']
  const pressed: HTMLElement[] = []
  const changed = new Map<HTMLInputElement, string | boolean>()
  let isSomebodyThere = false
  let isStarted = false

  const links = () => document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}],link[rel=prefetch][data-late]`)
  const start = () => {
    isSomebodyThere = true
    const waiting = document.querySelector(`script[type="${type}"]`)
    // Not read yet, or long since under way.
    if (!waiting || isStarted) return
    isStarted = true
    leave()
    for (const link of links()) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting.textContent
    document.head.append(script)
    script.remove()
  }

  // A page that appears under a resting mouse hears of it as of a move over no distance, and a row of pictures that snaps into
  // place scrolls by itself: neither is somebody.
  const notice = (event: Event) => {
    const { type: sign, target, movementX, movementY } = event as PointerEvent
    const isNobody = sign === 'pointermove' ? !movementX && !movementY : sign === 'scroll' && target !== document
    if (!isNobody) start()
  }
  const leave = () => {
    for (const sign of signs) removeEventListener(sign, notice, true)
  }

  const isOfAForm = (target: EventTarget | null) =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  const press = ({ target }: Event) => {
    // A link leads on by itself, and a field or a summary does what it does without us.
    if (!(target instanceof Element) || target.closest('a[href],summary,label,input,select,textarea')) return
    const button = target.closest<HTMLElement>('button,[role=button],[role=tab]')
    if (button) pressed.push(button)
  }
  const change = ({ target }: Event) => {
    if (!isOfAForm(target)) return
    const field = target as HTMLInputElement
    changed.set(field, field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value)
  }

  /** React takes a page over part by part; what it has taken over knows its properties. */
  const whenAlive = (element: Element, act: () => void) => {
    if (Object.keys(element).some((key) => key.startsWith('__reactProps'))) setTimeout(act)
    else if (element.isConnected) requestAnimationFrame(() => whenAlive(element, act))
  }
  const setAgain = (field: HTMLInputElement, value: string | boolean) => {
    if (typeof value === 'boolean') {
      if (field.checked !== value) field.click()
      return
    }
    // As the browser sets it, and not what React remembers: it would call the value unchanged.
    ;(field as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue(`${value}.`)
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const doAgain = () => {
    removeEventListener('click', press, true)
    removeEventListener('input', change, true)
    for (const [field, value] of changed) whenAlive(field, () => setAgain(field, value))
    for (const button of pressed) whenAlive(button, () => button.click())
  }

  const whenQuiet = () => {
    // Fetched while nothing else is, so that they are there when somebody is.
    for (const link of links()) {
      link.as = 'script'
      link.dataset.late = ''
      link.rel = 'prefetch'
    }
    // The browser's own view of it: asking each for its place would lay out all that lies far down the page.
    const watch = new IntersectionObserver((pictures) => {
      watch.disconnect()
      if (pictures.some(({ intersectionRatio }) => intersectionRatio > 0)) start()
    })
    for (const picture of document.querySelectorAll('[data-until-seen]')) watch.observe(picture)
    let isWaitedFor = false
    try {
      isWaitedFor = localStorage.getItem(savedKey) !== null
    } catch {}
    setTimeout(start, isWaitedFor ? 0 : quietMs)
  }

  for (const sign of signs) addEventListener(sign, notice, { capture: true, passive: true })
  addEventListener('click', press, true)
  addEventListener('input', change, true)
  addEventListener(hydrated, doAgain, { once: true })
  addEventListener('DOMContentLoaded', () => {
    if (!document.querySelector(`script[type="${type}"]`)) leave()
    else if (isSomebodyThere) start()
  })
  addEventListener('load', () => setTimeout(whenQuiet, 300))
}

/** Only the server writes it; in the browser it has done its work. */
export const LATE_START_SCRIPT = import.meta.env.SSR
  ? `(${waitForSomebody})(${[LATE_SCRIPT_TYPE, LATE_LINK_REL, HYDRATED_EVENT, SAVED_KEY, QUIET_MS].map((each) => JSON.stringify(each)).join()})`
  : ''
