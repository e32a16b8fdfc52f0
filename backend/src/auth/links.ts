import type { Queryable } from '../db/database.ts'
import { issueLinkToken, type LinkType } from './one-time-tokens.ts'
import type { AuthServices } from './services.ts'

/**
 * A page of the site that asks for a click and then POSTs. Mail scanners open every link: GET /verify, which hosted
 * clients use, would be spent before its reader sees it.
 */
function linkAddress(siteUrl: string, token: string, type: LinkType, redirectTo: string): string {
  const query = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo })
  return `${siteUrl}/auth/confirm?${query}`
}

interface Recipient {
  id: string
  email: string
  raw_user_meta_data: Record<string, unknown> | null
}

export async function mailConfirmation(services: AuthServices, tx: Queryable, user: Recipient, redirectTo: string) {
  const token = await issueLinkToken(tx, user.id, user.email, 'signup')
  await tx.query('update auth.users set confirmation_sent_at = now() where id = $1', [user.id])
  const confirmUrl = linkAddress(services.siteUrl, token, 'signup', redirectTo)
  await services.queueMail(tx, {
    template: 'confirm-account',
    recipient: user.email,
    data: { name: firstName(user), confirmUrl },
  })
}

export async function mailRecovery(services: AuthServices, tx: Queryable, user: Recipient, redirectTo: string) {
  const token = await issueLinkToken(tx, user.id, user.email, 'recovery')
  await tx.query('update auth.users set recovery_sent_at = now() where id = $1', [user.id])
  const resetUrl = linkAddress(services.siteUrl, token, 'recovery', redirectTo)
  await services.queueMail(tx, {
    template: 'password-reset',
    recipient: user.email,
    data: { name: firstName(user), resetUrl },
  })
}

function firstName({ raw_user_meta_data: data }: Recipient): string {
  return typeof data?.first_name === 'string' ? data.first_name : ''
}
