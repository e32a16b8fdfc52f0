// Emails that tell customers about changes to how they sign in. They cannot be switched off.

import type { Template, TemplateContext } from './templates.ts'
import { greeting } from './text.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

/** Formats a time as "17 November 2026 at 09:05". */
function timeOf({ at = '' }: Record<string, string>): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'just now' : `on ${TIME.format(time)}`
}

const NOT_ME = "If this wasn't you, someone else may have access to your account."
const reachUs = ({ company }: TemplateContext) =>
  company.companyPhone ? `call us on ${company.companyPhone}` : 'contact us'

const notMe = (context: TemplateContext) => `${NOT_ME} Reset your password straight away, and ${reachUs(context)}.`

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
    `The password for your account was changed ${timeOf(context.data)}. You've been signed out on all other devices.`,
    "If this was you, you don't need to do anything.",
  ],
  button: resetButton(context),
  notes: [notMe(context)],
})

const TWO_STEPS: Record<string, { heading: string; text: (when: string) => string }> = {
  on: {
    heading: 'Two-step verification is on',
    text: (when) =>
      `Two-step verification was turned on for your account ${when}. You'll now need a code as well as your password to sign in.`,
  },
  off: {
    heading: 'Two-step verification is off',
    text: (when) =>
      `Two-step verification was turned off for your account ${when}. You now need only your password to sign in, and your recovery codes no longer work.`,
  },
  reset: {
    heading: 'Two-step verification was reset',
    text: (when) =>
      `An admin turned off two-step verification for your account ${when} and signed you out on all devices. You can set it up again in My account.`,
  },
  codes: {
    heading: 'New recovery codes were created',
    text: (when) => `New recovery codes for your account were created ${when}. Any earlier codes have stopped working.`,
  },
}

/** A password reset requires the second step, which is now in someone else's hands, so only the dealer can help. */
const switchedOnByAnother = (context: TemplateContext) => ({
  button: { label: "This wasn't me: contact us", url: `${context.siteUrl}/contact` },
  notes: [`${NOT_ME} Resetting your password won't be enough. Please ${reachUs(context)} straight away.`],
})

export const twoStepsChanged: Template = (context) => {
  const { change = '' } = context.data
  const { heading, text } = TWO_STEPS[change] ?? (TWO_STEPS.off as (typeof TWO_STEPS)[string])
  return {
    subject: `${heading}: ${context.company.companyName}`,
    overline: 'Your account',
    heading,
    paragraphs: [greeting(context.data), text(timeOf(context.data))],
    ...(change === 'on' ? switchedOnByAnother(context) : { button: resetButton(context), notes: [notMe(context)] }),
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
      "If you've lost your phone, turn off two-step verification in My account, then set it up again with your new phone.",
    ],
    button: resetButton(context),
    notes: [notMe(context)],
  }
}
