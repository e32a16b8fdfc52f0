// A browser that is driven from outside, in the words of the W3C's WebDriver. The two that we drive speak it in different
// ways (webkit.ts, firefox.ts); what stands above (page.ts, the stories) does not know which one it has.

export interface Size {
  width: number
  height: number
}

export interface Driver {
  /** The browser and its version, for the report. */
  name: string
  goTo(url: string): Promise<void>
  goBack(): Promise<void>
  /** Runs the body of a function in the page. Elements may be given and come back. */
  run<T>(script: string, ...args: unknown[]): Promise<T>
  labelOf(element: ElementRef): Promise<string>
  click(element: ElementRef): Promise<void>
  clear(element: ElementRef): Promise<void>
  /** Types into a field; into one of files: their paths, one a line. */
  type(element: ElementRef, text: string): Promise<void>
  /** Presses a key wherever the focus is. */
  press(key: string): Promise<void>
  screenshot(): Promise<Buffer>
  quit(): Promise<void>
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** An element of the page, by the name the browser gave it. */
export type ElementRef = { [ELEMENT]: string }
export const idOf = (element: ElementRef) => element[ELEMENT]

/** A failure as WebDriver names them, such as "stale element reference". */
export class DriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`)
  }
}

/** Keys have characters of their own: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = { Escape: '\uE00C', ArrowRight: '\uE014', Enter: '\uE007' }

export const keyPress = (key: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })),
  },
]
