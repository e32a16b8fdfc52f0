// The auth service's emails that contain a link or a code.

import type { Queryable } from '../db/database.ts'
import type { AuthMail } from './deps.ts'
import { dropTokens, isFresh, issueToken, type TokenKind } from './one-time-tokens.ts'
import type { Challenge } from './pkce.ts'
import type { AuthServices } from './services.ts'
import { findUserByEmail, type UserRow } from './users.ts'

/** The `type` parameter of a link. */
const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const
export type LinkType = (typeof LINK_TYPES)[number]
export const isLinkType = (text: string): text is LinkType => LINK_TYPES.some((known) => known === text)

/**
 * Links to a page on the site where the user clicks a button, which sends a POST request. Email scanners open every link,
 * so a link to GET /verify, which hosted projects use, would be used up before the recipient sees it.
 */
function linkAddress(siteUrl: string, token: string, type: LinkType, redirectTo: string): string {
  const query = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo })
  return `${siteUrl}/auth/confirm?${query}`
}

type Recipient = Pick<UserRow, 'id' | 'email' | 'raw_user_meta_data'>

export interface LinkOptions {
  redirectTo: string
  pkce?: Challenge | null
}

interface LinkMail {
  kind: TokenKind
  type: LinkType
  template: AuthMail['template']
  /** The column that stores when the email was sent. */
  sentAt: 'confirmation_sent_at' | 'recovery_sent_at' | 'invited_at' | 'email_change_sent_at'
  /** The template's variable for the link. */
  urlName: string
}

const LINK_MAILS = {
  signup: linkMail('signup', 'signup', 'confirm-account', 'confirmation_sent_at', 'confirmUrl'),
  recovery: linkMail('recovery', 'recovery', 'password-reset', 'recovery_sent_at', 'resetUrl'),
  'sign-in': linkMail('magiclink', 'magiclink', 'sign-in', 'recovery_sent_at', 'signInUrl'),
  // For a new user who requests a sign-in link, which also confirms the account.
  'first-sign-in': linkMail('signup', 'signup', 'sign-in', 'confirmation_sent_at', 'signInUrl'),
  invite: linkMail('invite', 'invite', 'invite', 'invited_at', 'inviteUrl'),
  // Anyone can request this email, so it must not extend the invitation.
  'invite-again': linkMail('invite', 'invite', 'invite', 'confirmation_sent_at', 'inviteUrl'),
}
export type LinkMailName = keyof typeof LINK_MAILS

function linkMail(
  kind: TokenKind,
  type: LinkType,
  template: AuthMail['template'],
  sentAt: LinkMail['sentAt'],
  urlName: string,
): LinkMail {
  return { kind, type, template, sentAt, urlName }
}

export async function mailLink(
  services: AuthServices,
  tx: Queryable,
  name: LinkMailName,
  user: Recipient,
  { redirectTo, pkce }: LinkOptions,
): Promise<void> {
  const { kind, type, template, sentAt, urlName } = LINK_MAILS[name]
  const issued = await issueToken(tx, services.keys.hmacSecret, { userId: user.id, kind, relatesTo: user.email, pkce })
  await tx.query(`update auth.users set ${sentAt} = now() where id = $1`, [user.id])
  const url = linkAddress(services.siteUrl, issued.token, type, redirectTo)
  await services.queueMail(tx, {
    template,
    recipient: user.email,
    data: { name: nameOf(user), [urlName]: url, ...codeFor(services, issued.code) },
    lifetimeSeconds: issued.lifetimeSeconds,
  })
}

/**
 * Sends the email that confirms an account. An invited user gets the invitation again. Both emails share one token, so a
 * confirmation requested by someone else would invalidate the invitation.
 */
export const mailConfirmation = (
  services: AuthServices,
  tx: Queryable,
  name: 'signup' | 'first-sign-in',
  user: UserRow,
  options: LinkOptions,
) => mailLink(services, tx, isFresh('invite', user.invited_at) ? 'invite-again' : name, user, options)

export async function mailReauthentication(services: AuthServices, tx: Queryable, user: Recipient): Promise<void> {
  const wanted = { userId: user.id, kind: 'reauthentication', relatesTo: user.email } as const
  const { code, lifetimeSeconds } = await issueToken(tx, services.keys.hmacSecret, wanted)
  await tx.query('update auth.users set reauthentication_sent_at = now() where id = $1', [user.id])
  await services.queueMail(tx, {
    template: 'reauthentication',
    recipient: user.email,
    data: { name: nameOf(user), code },
    lifetimeSeconds,
  })
}

/**
 * Emails the old and the new address. If another account has the new address, only the email to that address says so,
 * because the caller must not learn which addresses have an account.
 */
export async function mailEmailChange(
  services: AuthServices,
  tx: Queryable,
  user: Recipient,
  newEmail: string,
  { redirectTo, pkce }: LinkOptions,
): Promise<void> {
  const isTaken = (await findUserByEmail(tx, newEmail)) !== undefined
  const send = async (kind: 'email_change_current' | 'email_change_new', recipient: string) => {
    const wanted = { userId: user.id, kind, relatesTo: recipient, pkce }
    const { token, code, lifetimeSeconds } = await issueToken(tx, services.keys.hmacSecret, wanted)
    const changeUrl = linkAddress(services.siteUrl, token, 'email_change', redirectTo)
    await services.queueMail(tx, {
      template: 'email-change',
      recipient,
      data: {
        name: nameOf(user),
        changeUrl,
        newEmail,
        isNew: kind === 'email_change_new' ? 'yes' : '',
        ...codeFor(services, code),
      },
      lifetimeSeconds,
    })
  }
  await tx.query('update auth.users set email_change_sent_at = now(), email_change_confirm_status = 0 where id = $1', [
    user.id,
  ])
  if (user.email && services.settings.mailer.secureEmailChange) await send('email_change_current', user.email)
  if (!isTaken) return send('email_change_new', newEmail)
  await dropTokens(tx, user.id, ['email_change_new'])
  await services.queueMail(tx, { template: 'email-change', recipient: newEmail, data: { isTaken: 'yes' } })
}

/** The site's own pages never ask for the code. Other apps may. */
const codeFor = ({ settings }: AuthServices, code: string): { code?: string } =>
  settings.mailer.hasCodes ? { code } : {}

/** The name as the user gave it, in one piece, as in emails about leads. */
export function nameOf({ raw_user_meta_data: data }: Pick<Recipient, 'raw_user_meta_data'>): string {
  const parts = [data?.first_name, data?.last_name].filter((part) => typeof part === 'string')
  return parts.join(' ').trim()
}
