// The captcha on a hosted project, where our own challenge does not run: Google's, if its secret is set, otherwise
// none. Google checks a token once; the resulting pass is then valid for all calls in one submission.
import type { CaptchaAction, CaptchaUse } from './human-check.ts'
import type { Rpc } from './rpc.ts'
import { type RecaptchaOptions, verifyRecaptcha } from './siteverify.ts'

interface Deps extends Omit<RecaptchaOptions, 'secretKey'> {
  rpc: Rpc
  secret: string | undefined
}

export function createRecaptcha({ rpc, secret = '', ...options }: Deps) {
  const isHuman = async (token: string, action: CaptchaAction) =>
    (await verifyRecaptcha({ secretKey: secret, ...options }, token, { action, address: null })) === 'human'

  const createPass = async (token: string, action: CaptchaAction, calls: string[]) =>
    rpc<boolean>('create_captcha_pass', { _hash: await hashOf(token), _action: action, _calls: calls })
  const takePass = async (token: string, { action, call }: CaptchaUse) =>
    rpc<string>('take_captcha_pass', { _hash: await hashOf(token), _action: action, _call: call })

  return {
    /** Creates a pass for the insert that follows. */
    async createPass(token: string, action: CaptchaAction): Promise<boolean> {
      return !secret || ((await isHuman(token, action)) && createPass(token, action, []))
    },
    async verify(token: string, use: CaptchaUse): Promise<boolean> {
      if (!secret) return true
      const state = await takePass(token, use)
      if (state !== 'unknown') return state === 'used'
      if (!(await isHuman(token, use.action))) return false
      return (await createPass(token, use.action, [use.call])) || (await takePass(token, use)) === 'used'
    },
  }
}

/** Must match the hash in `forecourt.guard_hosted_lead`. */
async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`recaptcha:${token}`))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
