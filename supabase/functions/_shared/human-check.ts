import { FORM_KINDS } from './lead-kinds.ts'

/** What a captcha token is for. Each token is valid for one submission of one form. */
export const CAPTCHA_ACTIONS = [...FORM_KINDS, 'login', 'register', 'reset'] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]

export const isCaptchaAction = (text: unknown): text is CaptchaAction => CAPTCHA_ACTIONS.some((known) => known === text)

/** Google doesn't allow hyphens in action names. */
export const recaptchaAction = (action: CaptchaAction) => action.replaceAll('-', '_')

/** The calls that make up one submission. Each may be made once per token. */
export type CaptchaCall = 'submit' | 'insert' | 'customer-mail' | 'dealer-mail'

export interface CaptchaUse {
  action: CaptchaAction
  call: CaptchaCall
}
