const MAX_LINE_LENGTH = 200

// Control and format characters, line and paragraph separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** For headers and headings: one line, whatever a visitor typed. Line breaks would start a header of their own. */
export function oneLine(text: string): string {
  const line = text.replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line
}
