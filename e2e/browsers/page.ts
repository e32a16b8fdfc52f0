// What a story can do with a page: find elements by role and accessible name, wait for them and use them.
import { type Driver, DriverError, type ElementRef } from './driver.ts'

const WAIT_MS = 20_000

/** WebDriver cannot search by role. These selectors find candidates, and the browser computes their accessible names. */
const ROLES = {
  article: 'article',
  button: 'button, input[type=submit]',
  dialog: 'dialog[open], [role=dialog]',
  field: 'input, select, textarea',
  form: 'form',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  radio: 'input[type=radio]',
  region: 'section, aside, [role=region]',
  tab: '[role=tab]',
} as const

type Role = keyof typeof ROLES
type Name = string | RegExp

/** All visible elements that match a selector, in the whole page or in part of it. */
const FIND = `
  const [selector, part] = arguments
  const isShown = (element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  return [...(part ?? document).querySelectorAll(selector)].filter(isShown)`

const CLEAR_STORAGE = `
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = cookie.split('=')[0] + '=; path=/; max-age=0'`

const COMPARE = `
  const words = (page) => {
    const main = page.querySelector('main').cloneNode(true)
    for (const unseen of main.querySelectorAll('script, style, noscript')) unseen.remove()
    return main.textContent
  }
  return fetch(location.href, { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .then((html) => words(new DOMParser().parseFromString(html, 'text/html')) === words(document))`

const LISTEN = `
  window.__failures ??= []
  const note = (what) => window.__failures.push(String(what))
  addEventListener('error', ({ message }) => message && note(message))
  addEventListener('unhandledrejection', ({ reason }) => note(reason?.stack ?? reason))
  document.addEventListener('securitypolicyviolation', (event) => note(event.violatedDirective + ' ' + event.blockedURI))`

/** The errors from clicking an element that is gone, is not there yet or is still covered. The click is then retried. */
const TRANSIENT_ERRORS = [
  'stale element reference',
  'no such element',
  'element not interactable',
  'element click intercepted',
  'javascript error',
]

export class Page {
  constructor(
    readonly driver: Driver,
    private readonly url: string,
  ) {}

  /** Opens a URL and waits until the page is hydrated. */
  async goTo(path: string): Promise<void> {
    await this.driver.goTo(new URL(path, this.url).href)
    await this.until('the page to be hydrated', () =>
      this.driver.run("dispatchEvent(new Event('wheel')); return 'hydrated' in document.documentElement.dataset"),
    )
    await this.driver.run(LISTEN)
  }

  /** Clears cookies and storage. */
  async forget(): Promise<void> {
    await this.driver.goTo(new URL('/robots.txt', this.url).href)
    await this.driver.run(CLEAR_STORAGE)
  }

  get(role: Role, name?: Name): Part {
    return new Part(this, null, role, name)
  }

  /** Waits for text to appear. Whitespace is normalised, because browsers break lines differently. */
  async see(text: Name): Promise<void> {
    const written = () => this.driver.run<string>("return document.body.innerText.replace(/\\s+/g, ' ')")
    await this.until(`the text ${text}`, async () =>
      text instanceof RegExp ? text.test(await written()) : (await written()).includes(text),
    )
  }

  async until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
    const deadline = Date.now() + WAIT_MS
    let reason: unknown
    while (Date.now() < deadline) {
      try {
        const answer = await ask()
        if (answer) return answer
      } catch (error) {
        if (!(error instanceof DriverError && TRANSIENT_ERRORS.includes(error.code))) throw error
        reason = error
      }
      await new Promise((wake) => setTimeout(wake, 50))
    }
    throw new Error(`Timed out waiting for ${what}${reason ? ` (${reason})` : ''}`)
  }

  /** React replaces text that differs after hydration, so a comparison with the server's HTML reveals a mismatch. */
  saysWhatTheServerSaid(): Promise<boolean> {
    return this.driver.run(COMPARE)
  }

  /** The errors on the page since its URL was opened. */
  failures(): Promise<string[]> {
    return this.driver.run('return window.__failures ?? []')
  }
}

/** An element on the page, looked up again for each use. */
class Part {
  constructor(
    private readonly page: Page,
    private readonly outer: Part | null,
    private readonly role: Role,
    private readonly name?: Name,
  ) {}

  get(role: Role, name?: Name): Part {
    return new Part(this.page, this, role, name)
  }

  async click(): Promise<void> {
    await this.use((element) => this.page.driver.click(element))
  }

  async fill(text: string): Promise<void> {
    await this.use(async (element) => {
      await this.page.driver.clear(element)
      await this.page.driver.type(element, text)
    })
  }

  /** Clicks the label of a field that is visible only as its label. */
  async pressLabel(): Promise<void> {
    await this.use(async (element) =>
      this.page.driver.click(await this.page.driver.run<ElementRef>('return arguments[0].labels[0]', element)),
    )
  }

  async attach(...paths: string[]): Promise<void> {
    await this.use((element) => this.page.driver.type(element, paths.join('\n')))
  }

  async choose(option: string): Promise<void> {
    await this.use(async (element) => {
      const found = await this.page.driver.run<ElementRef | null>(
        'return [...arguments[0].options].find(({ value, text }) => [value, text].includes(arguments[1])) ?? null',
        element,
        option,
      )
      if (!found) throw new DriverError('no such element', `${option} in ${this}`)
      await this.page.driver.click(found)
    })
  }

  /** Waits for the element. */
  async see(): Promise<void> {
    await this.page.until(`${this}`, () => this.find())
  }

  async seeGone(): Promise<void> {
    await this.page.until(`${this} to go`, async () => !(await this.find()))
  }

  text(): Promise<string> {
    return this.ask('return arguments[0].innerText')
  }

  async seeValue(value: string): Promise<void> {
    await this.page.until(`${value} in ${this}`, async () => (await this.ask('return arguments[0].value')) === value)
  }

  async seeAttribute(name: string, value: string): Promise<void> {
    const attribute = () => this.ask('return arguments[0].getAttribute(arguments[1])', name)
    await this.page.until(`${this} with ${name}=${value}`, async () => (await attribute()) === value)
  }

  async isThere(): Promise<boolean> {
    return (await this.find()) !== null
  }

  /** Waits until the browser has decoded this many different pictures, not counting placeholders. */
  async seePictures(count: number): Promise<void> {
    const read = `
      for (const image of arguments[0].querySelectorAll('img')) image.loading = 'eager'
      const shown = [...arguments[0].querySelectorAll('li img:not([aria-hidden])')].filter(({ naturalWidth }) => naturalWidth > 0)
      return new Set(shown.map(({ src }) => new URL(src).pathname)).size`
    await this.page.until(`${count} pictures in ${this}`, async () => (await this.ask(read)) === count)
  }

  toString(): string {
    return `${this.role} ${this.name ?? ''}${this.outer ? ` in ${this.outer}` : ''}`
  }

  private ask<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.page
      .until(`${this}`, async () => {
        const element = await this.find()
        return element && { answer: await this.page.driver.run<T>(script, element, ...args) }
      })
      .then(({ answer }) => answer)
  }

  /** Scrolls the element to the middle of the window, where neither the header nor a banner covers it. */
  private async use(act: (element: ElementRef) => Promise<void>): Promise<void> {
    await this.page.until(`${this}`, async () => {
      const element = await this.find()
      if (!element) return false
      await this.page.driver.run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
      await act(element)
      return true
    })
  }

  private async find(): Promise<ElementRef | null> {
    for (const element of await this.candidates()) if (await this.isCalled(element)) return element
    return null
  }

  private async candidates(): Promise<ElementRef[]> {
    const outer = this.outer && (await this.outer.find())
    if (this.outer && !outer) return []
    return this.page.driver.run<ElementRef[]>(FIND, ROLES[this.role], outer)
  }

  private async isCalled(element: ElementRef): Promise<boolean> {
    if (this.name === undefined) return true
    const label = (await this.page.driver.labelOf(element)).trim()
    return this.name instanceof RegExp ? this.name.test(label) : this.name === label
  }
}
