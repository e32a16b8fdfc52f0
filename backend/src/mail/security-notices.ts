// What the owner of an account is told about changes to signing in. These emails depend on no setting.

import type { Template, TemplateContext } from './templates.ts'
import { greeting } from './text.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

/** "17 November 2026 at 09:05" */
function timeOf({ at = '' }: Record<string, string>): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'just now' : `on ${TIME.format(time)}`
}

const notMe = ({ company }: TemplateContext) =>
  `If this wasn't you, somebody else may be using your account. Reset your password straight away${
    company.companyPhone ? `, and call us on ${company.companyPhone}` : ', and contact us'
  }.`

const resetButton = ({ siteUrl }: TemplateContext) => ({
  label: "This wasn't me: reset my password",
  url: `${siteUrl}/forgot-password`,
})

export const passwordChanged: Template = (context) => ({
  subject: `Your password for ${context.company.companyName} was changed`,
  overline: 'Your account',
  heading: 'Your password was changed',
  paragraphs: [
    greeting(context.data),
    `The password of your account was changed ${timeOf(context.data)}. You have been signed out on all other devices.`,
    'If you changed it yourself, you need not do anything.',
  ],
  button: resetButton(context),
  notes: [notMe(context)],
})

const TWO_STEPS: Record<string, { heading: string; text: (when: string) => string }> = {
  on: {
    heading: 'Two-step verification is on',
    text: (when) =>
      `Two-step verification was switched on for your account ${when}. Signing in now takes a code as well.`,
  },
  off: {
    heading: 'Two-step verification is off',
    text: (when) =>
      `Two-step verification was switched off for your account ${when}. Your password alone now signs you in, and your recovery codes no longer work.`,
  },
  reset: {
    heading: 'Two-step verification was reset',
    text: (when) =>
      `An administrator switched off two-step verification for your account ${when} and signed you out on all devices. You can set it up again in My account.`,
  },
}

export const twoStepsChanged: Template = (context) => {
  const { heading, text } = TWO_STEPS[context.data.change ?? ''] ?? (TWO_STEPS.off as (typeof TWO_STEPS)[string])
  return {
    subject: `${heading}: ${context.company.companyName}`,
    overline: 'Your account',
    heading,
    paragraphs: [greeting(context.data), text(timeOf(context.data))],
    button: resetButton(context),
    notes: [notMe(context)],
  }
}

const CODES_LEFT: Record<string, string> = { '0': 'no recovery codes', '1': 'one recovery code' }

export const recoveryCodeUsed: Template = (context) => {
  const { remaining = '0' } = context.data
  return {
    subject: `A recovery code was used: ${context.company.companyName}`,
    overline: 'Your account',
    heading: 'A recovery code was used',
    paragraphs: [
      greeting(context.data),
      `A recovery code was used ${timeOf(context.data)} instead of the code from your authenticator app. You have ${CODES_LEFT[remaining] ?? `${remaining} recovery codes`} left.`,
      'If you have lost your phone, switch two-step verification off in My account and set it up again with your new one.',
    ],
    button: resetButton(context),
    notes: [notMe(context)],
  }
}
