import { MAX_JSON_DEPTH } from './limits.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])

/**
 * Whether arrays and objects are nested too deeply for the database. It recurses at every level, and the embedded engine
 * crashes when its stack is exhausted. The text need not be valid JSON.
 */
export function isNestedTooDeep(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isInText && code === BACKSLASH) at++
    else if (code === QUOTE) isInText = !isInText
    else if (isInText) continue
    else if (OPEN.has(code) && ++depth > MAX_JSON_DEPTH) return true
    else if (CLOSE.has(code)) depth--
  }
  return false
}
