// The dealer's pages on social media.

import { parseUrl } from './parse-url.ts'

/** The hosts of each network. */
export const NETWORKS = {
  Instagram: ['instagram.com'],
  Facebook: ['facebook.com', 'fb.com'],
  YouTube: ['youtube.com'],
  X: ['x.com', 'twitter.com'],
  TikTok: ['tiktok.com'],
  LinkedIn: ['linkedin.com'],
} as const

export type Network = keyof typeof NETWORKS

/** Whether the link uses https, is on one of the network's hosts, and is not its home page. */
export function isProfile(network: Network, address: string): boolean {
  const url = parseUrl(address)
  if (url?.protocol !== 'https:' || url.port || url.username || url.password || url.pathname === '/') return false
  return NETWORKS[network].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

type Profiles = Record<`profile${Network}`, string>

/** The dealer's profiles. Any link in the settings that doesn't lead to its network is left out. */
export const profilesOf = (company: Profiles): { name: Network; href: string }[] =>
  (Object.keys(NETWORKS) as Network[])
    .map((name) => ({ name, href: company[`profile${name}`] }))
    .filter(({ name, href }) => href !== '' && isProfile(name, href))
