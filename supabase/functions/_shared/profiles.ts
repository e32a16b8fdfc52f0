// Where the dealer is found elsewhere.

import { parseUrl } from './parse-url.ts'

/** The hosts of each network; a setting of type 'profile' names its own. */
export const NETWORKS = {
  Instagram: ['instagram.com'],
  Facebook: ['facebook.com', 'fb.com'],
  YouTube: ['youtube.com'],
  X: ['x.com', 'twitter.com'],
  TikTok: ['tiktok.com'],
  LinkedIn: ['linkedin.com'],
} as const

export type Network = keyof typeof NETWORKS

/** Over https, on the network itself, and further than its front page. */
export function isProfile(network: Network, address: string): boolean {
  const url = parseUrl(address)
  if (url?.protocol !== 'https:' || url.port || url.username || url.password || url.pathname === '/') return false
  return NETWORKS[network].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

type Profiles = Record<`profile${Network}`, string>

/** What the dealer has; whatever a row holds, nothing leads to another place than it says. */
export const profilesOf = (company: Profiles): { name: Network; href: string }[] =>
  (Object.keys(NETWORKS) as Network[])
    .map((name) => ({ name, href: company[`profile${name}`] }))
    .filter(({ name, href }) => isProfile(name, href))
