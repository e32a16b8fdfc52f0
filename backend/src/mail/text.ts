const MAX_LINE_LENGTH = 200

// Control and format characters, and line and paragraph separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Puts a visitor's text on one line, for headers and headings. A line break would start another header. */
export function oneLine(text: string): string {
  const line = text.replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line
}

const GREETED_NAME = /^[\p{L}\p{M}'’ .-]{1,60}$/u
const WEB_ADDRESS = /\p{L}\.\p{L}{2}/u

/**
 * Visitors can type anyone's address into a form, so emails to that address never repeat what the visitor wrote.
 * Otherwise the dealer would be sending out spam in their own name. The one exception is text that can only be a person's
 * name.
 */
export function greeting({ name = '' }: Record<string, string>): string {
  const line = oneLine(name)
  return GREETED_NAME.test(line) && !WEB_ADDRESS.test(line) ? `Hello ${line},` : 'Hello,'
}
