// Holds presses and input that come before the page is hydrated, and replays them afterwards. A pressed control has
// the attribute data-pressed until it acts, so that the stylesheet can show at once that the press counts. The function
// is inlined into the page, so it may use only its arguments.
import { FAILED_EVENT, HYDRATED_EVENT } from './late-start.ts'

/** If the scripts take longer, the visitor no longer expects the control to act. */
const PRESS_LIMIT_MS = 30_000
/** A press that comes this soon after the result was shown was meant for the time before. */
const REACTION_MS = 400

function holdEarlyInput(hydrated: string, failed: string, limitMs: number, reactionMs: number): void {
  const early = new AbortController()
  const listen = (types: string, listener: (event: Event) => void) => {
    for (const type of types.split(' ')) addEventListener(type, listener, { capture: true, signal: early.signal })
  }

  // The pressed controls, with the aria-pressed state that the visitor saw.
  const pressed = new Map<Element, string | null>()
  const changed = new Map<HTMLInputElement, string | boolean>()
  let hasFailed = false
  let limit: ReturnType<typeof setTimeout>

  const marks = ['data-pressed', 'aria-busy']
  const mark = (control: Element) => {
    for (const name of marks) control.setAttribute(name, 'true')
    clearTimeout(limit)
    limit = setTimeout(forget, limitMs)
  }
  const unmark = (control: Element) => {
    for (const name of marks) control.removeAttribute(name)
  }
  const forget = () => {
    document.querySelectorAll('[data-pressed]').forEach(unmark)
    pressed.clear()
  }

  const controlOf = ({ target }: Event) =>
    target instanceof Element ? target.closest('a[href],button,label,summary,input,select,textarea') : null
  const isSubmit = (control: Element): control is HTMLButtonElement =>
    control instanceof HTMLButtonElement && control.type === 'submit'
  const needsScripts = (control: Element) =>
    control instanceof HTMLButtonElement
      ? !isSubmit(control) || !control.form?.hasAttribute('action')
      : control.hasAttribute('data-held') && !hasFailed
  const opensPage = (control: Element) =>
    isSubmit(control) ||
    (control instanceof HTMLAnchorElement &&
      !control.target &&
      control.origin === location.origin &&
      control.pathname + control.search !== location.pathname + location.search)

  const press = (event: Event) => {
    const control = controlOf(event)
    const { metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent
    if (!control || metaKey || ctrlKey || shiftKey || altKey) return
    if (needsScripts(control)) {
      event.preventDefault()
      // A second press is impatience, and must not undo the first.
      if (!pressed.has(control)) pressed.set(control, control.getAttribute('aria-pressed'))
      mark(control)
    } else if (opensPage(control)) mark(control)
  }
  const record = ({ target }: Event) => {
    const field = target as HTMLInputElement
    // Kept in the order of the last changes, because choosing a make resets the model.
    changed.delete(field)
    if (field.type === 'checkbox' || field.type === 'radio') changed.set(field, field.checked)
    else if (field.type !== 'file') changed.set(field, field.value)
  }
  // The browser must not send a form that needs scripts: it would put everything typed in the URL.
  const refuse = (event: Event) => {
    if (!(event.target as Element).hasAttribute('action')) event.preventDefault()
  }

  // Changes the field as typing does. React ignores an input event unless the value differs from the last one it set.
  const restore = (field: HTMLInputElement, value: string | boolean) => {
    if (typeof value === 'boolean') {
      field.checked = !value
      field.click()
      return
    }
    field.value = `${value}.`
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  const replay = () => {
    early.abort()
    for (const [field, value] of changed) restore(field, value)
    for (const [control, seen] of pressed) {
      unmark(control)
      // The heart of a vehicle that turns out to be saved already is as the visitor wants it.
      if (control.getAttribute('aria-pressed') !== seen) continue
      // Tabs act on mousedown.
      control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
      ;(control as HTMLElement).click()
    }
    ignoreLateRepeats()
  }
  // The visitor made these presses before seeing the result.
  const ignoreLateRepeats = () => {
    let until = Number.POSITIVE_INFINITY
    requestAnimationFrame(() => (until = performance.now() + reactionMs))
    const check = (event: Event) => {
      if (event.timeStamp > until) return removeEventListener('click', check, true)
      const control = controlOf(event)
      if (!control || !pressed.has(control)) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('click', check, true)
  }

  // For these events, React would hydrate the whole page at once, and nothing could respond until that is done.
  listen(
    'pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup click input change submit',
    (event) => event.stopPropagation(),
  )
  listen('click', press)
  listen('input', record)
  listen('submit', refuse)
  listen(hydrated, () => setTimeout(replay))
  listen(failed, () => {
    hasFailed = true
    forget()
  })
  listen('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-held]:disabled')) button.disabled = false
  })
  // The page may be shown again from the back/forward cache.
  addEventListener('pagehide', forget)
}

/** Only the server needs this, to write it into the page. */
export const EARLY_INPUT_SCRIPT = import.meta.env.SSR
  ? `(${holdEarlyInput})(${[HYDRATED_EVENT, FAILED_EVENT, PRESS_LIMIT_MS, REACTION_MS].map((each) => JSON.stringify(each)).join()})`
  : ''
