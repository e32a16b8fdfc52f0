import { z } from 'zod'
import { CAPTCHA_ACTIONS, type CaptchaAction } from '../_shared/human-check.ts'
import { HUMAN_CHECKS_PER_NETWORK_AND_HOUR, SEND_EMAIL_WINDOW_SECONDS } from '../_shared/limits.ts'
import { readJson, refuse, respond } from '../_shared/respond.ts'

export interface HumanCheckDeps {
  callerKey(request: Request): Promise<string>
  takeLimit(key: string, max: number, windowSeconds: number): Promise<boolean>
  createPass(token: string, action: CaptchaAction): Promise<boolean>
}

const schema = z.strictObject({ action: z.enum(CAPTCHA_ACTIONS), recaptchaToken: z.string().min(1).max(10_000) })

/** Creates the captcha pass that inserts need on a hosted project, where they reach the database directly. */
export const humanCheck =
  (deps: HumanCheckDeps) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Use POST.', { allow: 'POST' })
    const key = `human-check:${await deps.callerKey(request)}`
    if (!(await deps.takeLimit(key, HUMAN_CHECKS_PER_NETWORK_AND_HOUR, SEND_EMAIL_WINDOW_SECONDS.hour))) {
      return refuse(429, 'Too many requests. Please try again later or contact us directly.')
    }
    const parsed = schema.safeParse(await readJson(request))
    if (!parsed.success) return refuse(400, 'The request must include an action and a reCAPTCHA token.')
    const { action, recaptchaToken } = parsed.data
    if (!(await deps.createPass(recaptchaToken, action)))
      return refuse(403, 'Please complete the reCAPTCHA verification')
    return respond({ success: true })
  }
