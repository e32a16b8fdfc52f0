// Reads the emails that a target has sent.

import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

export type { Email }

export interface Mailbox {
  /** Every email to the address so far, oldest first. */
  to(address: string): Promise<Email[]>
  /** Waits for an email that this function has not returned before, and returns the newest one. */
  next(address: string): Promise<Email>
}

/** A long timeout, because emails from all test files go through one outbox. */
const WAIT_MS = 60_000

export function openMailbox(url: string | null): Mailbox {
  const seen = new Map<string, number>()
  const idsOf = async (address: string) => {
    const query = new URLSearchParams({ query: `to:"${address}"` })
    const response = await fetch(`${url}/api/v1/search?${query}`)
    const { messages } = (await response.json()) as { messages: { ID: string }[] }
    return messages.map(({ ID }) => ID).reverse()
  }
  const read = async (id: string) => {
    const response = await fetch(`${url}/api/v1/message/${id}/raw`)
    return PostalMime.parse(await response.arrayBuffer())
  }
  return {
    to: async (address) => Promise.all((await idsOf(address)).map(read)),
    async next(address) {
      for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(50)) {
        const ids = await idsOf(address)
        const newest = ids.at(-1)
        if (newest === undefined || ids.length <= (seen.get(address) ?? 0)) continue
        seen.set(address, ids.length)
        return read(newest)
      }
      throw new Error(`no new email to ${address}`)
    },
  }
}

/** The URL that the email's button links to: a page of the site, or the auth service itself. */
export function pageIn({ text, html }: Email): URL {
  const links = `${text ?? ''} ${html?.replaceAll('&amp;', '&') ?? ''}`.match(/https?:\/\/[^\s"<>)\]]+/g) ?? []
  const link = links.find((candidate) => /[?&]token(_hash)?=/.test(candidate))
  if (!link) throw new Error(`no link in: ${text}`)
  return new URL(link)
}

export function tokenIn(mail: Email): string {
  const { searchParams } = pageIn(mail)
  return searchParams.get('token_hash') ?? searchParams.get('token') ?? ''
}

/** The same link for clients without the site's page: a path under the target's address. */
export function linkIn(mail: Email): string {
  const { searchParams } = pageIn(mail)
  const query = new URLSearchParams({ token: tokenIn(mail) })
  for (const name of ['type', 'redirect_to']) query.set(name, searchParams.get(name) ?? '')
  return `/auth/v1/verify?${query}`
}

/** The fields that a redirect passes after `#`. */
export function fragmentOf(response: Response): URLSearchParams {
  return new URLSearchParams(new URL(response.headers.get('location') ?? 'about:blank').hash.slice(1))
}

/** The six-digit code in an email. */
export function codeIn({ text }: Email): string {
  // Links and addresses may also contain digits.
  const words = (text ?? '').replace(/https?:\/\/\S+|\S+@\S+/g, '')
  const code = /\b\d{6}\b/.exec(words)?.[0]
  if (!code) throw new Error(`no code in: ${text}`)
  return code
}
