// Settings are stored in one form, whichever way the dealer writes them.

import { tidyLines } from './page-content.ts'
import { NETWORKS, type Network } from './profiles.ts'
import type { Setting } from './settings.ts'

export function tidySetting({ type, format, network }: Setting, typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  if (type === 'lines') return tidyLines(text)
  if (type === 'profile' && network) return tidyProfile(network, text)
  if (type === 'link') return withHttps(text)
  return format?.tidy?.(text) ?? text
}

/** Networks where a name alone, such as @rowecars, leads to the page. */
const NAMED_PAGES: Partial<Record<Network, string>> = { Instagram: '', X: '', TikTok: '@', YouTube: '@' }

/** 'instagram.com/rowecars' and '@rowecars' become 'https://www.instagram.com/rowecars'. */
export function tidyProfile(network: Network, typed: string): string {
  const address = typed.trim()
  const before = NAMED_PAGES[network]
  if (before !== undefined && /^@[\w.]+$/.test(address))
    return `https://www.${NETWORKS[network][0]}/${before}${address.slice(1)}`
  return withHttps(address)
}

/** Adds https:// to an address that was written without it. Paths and other schemes stay as they are. */
export function withHttps(address: string): string {
  if (/^http:\/\//i.test(address)) return `https://${address.slice(7)}`
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#]|$)/i.test(address) ? `https://${address}` : address
}
