// A browser driven through W3C WebDriver. WebKit and Firefox implement it differently (webkit.ts, firefox.ts); page.ts
// and the stories work with either.

export interface Size {
  width: number
  height: number
}

export interface Driver {
  /** The browser and its version, for the report. */
  name: string
  goTo(url: string): Promise<void>
  goBack(): Promise<void>
  /** Runs a function body in the page. Its arguments and result may be elements. */
  run<T>(script: string, ...args: unknown[]): Promise<T>
  labelOf(element: ElementRef): Promise<string>
  click(element: ElementRef): Promise<void>
  clear(element: ElementRef): Promise<void>
  /** Types into a field. For a file field, the text is one path per line. */
  type(element: ElementRef, text: string): Promise<void>
  /** Presses a key wherever the focus is. */
  press(key: string): Promise<void>
  screenshot(): Promise<Buffer>
  quit(): Promise<void>
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** A reference to an element on the page. */
export type ElementRef = { [ELEMENT]: string }
export const idOf = (element: ElementRef) => element[ELEMENT]

/** A WebDriver error, such as "stale element reference". */
export class DriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`)
  }
}

/** WebDriver's characters for special keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = { Escape: '\uE00C', ArrowRight: '\uE014', Enter: '\uE007' }

export const keyPress = (key: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })),
  },
]
