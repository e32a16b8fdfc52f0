const MAX_LINE_LENGTH = 200

// Control and format characters, line and paragraph separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** For headers and headings: one line, whatever a visitor typed. Line breaks would start a header of their own. */
export function oneLine(text: string): string {
  const line = text.replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line
}

const GREETED_NAME = /^[\p{L}\p{M}'’ .-]{1,60}$/u
const WEB_ADDRESS = /\p{L}\.\p{L}{2}/u

/**
 * Anyone may type anyone's address into a form, so what a visitor wrote never goes to it: the mail would carry a
 * stranger's words, or an advertiser's link, under the dealer's name. The one exception is a name that can be nothing else.
 */
export function greeting({ name = '' }: Record<string, string>): string {
  const line = oneLine(name)
  return GREETED_NAME.test(line) && !WEB_ADDRESS.test(line) ? `Dear ${line},` : 'Hello,'
}
