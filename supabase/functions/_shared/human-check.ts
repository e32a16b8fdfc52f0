import { LEAD_KINDS } from './lead-kinds.ts'

/** What a proof is for. One proof serves one submission of one kind. */
export const CAPTCHA_ACTIONS = [...LEAD_KINDS, 'login', 'register', 'reset'] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]

export const isCaptchaAction = (text: unknown): text is CaptchaAction => CAPTCHA_ACTIONS.some((known) => known === text)

/** The names that Google takes have no hyphen. */
export const recaptchaAction = (action: CaptchaAction) => action.replaceAll('-', '_')

/** The calls that one submission makes; each takes its part of the proof once. */
export type CaptchaCall = 'submit' | 'insert' | 'customer-mail' | 'dealer-mail'

export interface CaptchaUse {
  action: CaptchaAction
  call: CaptchaCall
}
