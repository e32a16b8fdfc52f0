// Settings are stored in one form, whichever way the dealer writes them.

import { tidyLines } from './page-content.ts'
import { tidyProfile, withHttps } from './profiles.ts'
import type { Setting } from './settings.ts'

export function tidySetting({ type, format, network }: Setting, typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  if (type === 'lines') return tidyLines(text)
  if (type === 'profile' && network) return tidyProfile(network, text)
  if (type === 'link') return withHttps(text)
  return format?.tidy?.(text) ?? text
}
