// Suggestions under a search box: a combobox with a list, as in the ARIA Authoring Practices. Loaded when a visitor types.
import './search-suggestions.css'

interface Suggestion {
  label: string
  note: string
  to: string
}

const SETTLE_MS = 120
const GAP_PX = 4

const attached = new WeakSet<HTMLInputElement>()
let ids = 0

/** Adds suggestions to a search box, once. */
export function suggestFor(input: HTMLInputElement): void {
  if (attached.has(input)) return
  attached.add(input)
  const list = document.createElement('ul')
  list.id = `suggestions-${++ids}`
  list.className = 'suggestions'
  list.role = 'listbox'
  list.ariaLabel = 'Suggestions'
  list.hidden = true
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.role = 'status'
  input.role = 'combobox'
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  input.ariaExpanded = 'false'

  let active = -1
  let timer = 0
  let asked = new AbortController()
  const options = () => [...list.children] as HTMLElement[]

  const close = () => {
    clearTimeout(timer)
    asked.abort()
    list.hidden = true
    status.textContent = ''
    input.ariaExpanded = 'false'
    choose(-1)
    list.remove()
    status.remove()
  }
  const choose = (index: number) => {
    active = index
    for (const [at, option] of options().entries()) option.ariaSelected = String(at === index)
    const option = options()[index]
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
    option?.scrollIntoView({ block: 'nearest' })
  }
  const place = () => {
    const { left, bottom, width } = input.getBoundingClientRect()
    list.style.left = `${left + scrollX}px`
    list.style.top = `${bottom + scrollY + GAP_PX}px`
    list.style.width = `${width}px`
  }
  const show = (suggestions: Suggestion[]) => {
    if (suggestions.length === 0 || document.activeElement !== input) return close()
    list.replaceChildren(...suggestions.map((suggestion, at) => optionOf(suggestion, `${list.id}-${at}`)))
    document.body.append(list, status)
    list.hidden = false
    input.ariaExpanded = 'true'
    choose(-1)
    place()
    status.textContent = `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`
  }
  const ask = () => {
    clearTimeout(timer)
    asked.abort()
    const q = input.value.trim()
    if (q === '') return close()
    asked = new AbortController()
    const { signal } = asked
    timer = window.setTimeout(async () => {
      // Suggestions are optional, so a failure only leaves them out.
      const response = await fetch(`/vehicles/suggest?${new URLSearchParams({ q })}`, { signal }).catch(() => null)
      const suggestions = response?.ok ? ((await response.json().catch(() => [])) as Suggestion[]) : []
      if (!signal.aborted) show(suggestions)
    }, SETTLE_MS)
  }
  const open = (option: Element | undefined) => {
    const to = (option as HTMLElement | undefined)?.dataset.to
    close()
    if (to) location.assign(to)
  }

  input.addEventListener('input', ask)
  input.addEventListener('blur', close)
  input.form?.addEventListener('submit', close)
  addEventListener('resize', () => list.hidden || place())
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) {
      if (event.key === 'ArrowDown' && list.hidden) ask()
      return
    }
    const count = list.childElementCount
    // Position -1 is the text itself.
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active < 0 ? count - 1 : active - 1 }
    const next = steps[event.key]
    if (next !== undefined) {
      choose(next >= count ? -1 : next)
    } else if (event.key === 'Enter' && active >= 0) {
      open(list.children[active])
    } else if (event.key === 'Escape') {
      close()
    } else return
    event.preventDefault()
  })
  // The focus stays in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => open((target as Element).closest('[role="option"]') ?? undefined))
  ask()
}

function optionOf({ label, note, to }: Suggestion, id: string): HTMLElement {
  const option = document.createElement('li')
  option.id = id
  option.role = 'option'
  option.ariaSelected = 'false'
  option.dataset.to = to
  option.append(
    ...[label, note].map((text) => {
      const part = document.createElement('span')
      part.textContent = text
      return part
    }),
  )
  return option
}
