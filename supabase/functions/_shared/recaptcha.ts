// The human check of a hosted project, which has no challenge of ours: Google's, where its secret is set; else none. A
// token is checked once; its pass is then good for the calls of one submission, as with our own service.
import type { CaptchaAction, CaptchaUse } from './human-check.ts'
import type { Rpc } from './rpc.ts'
import { askGoogle, type RecaptchaOptions } from './siteverify.ts'

interface Deps extends Omit<RecaptchaOptions, 'secretKey'> {
  rpc: Rpc
  secret: string | undefined
}

export function createRecaptcha({ rpc, secret = '', ...options }: Deps) {
  const isHuman = async (token: string, action: CaptchaAction) =>
    (await askGoogle({ secretKey: secret, ...options }, token, { action, address: null })) === 'human'

  const createPass = async (token: string, action: CaptchaAction, calls: string[]) =>
    rpc<boolean>('create_captcha_pass', { _hash: await hashOf(token), _action: action, _calls: calls })
  const takePass = async (token: string, { action, call }: CaptchaUse) =>
    rpc<string>('take_captcha_pass', { _hash: await hashOf(token), _action: action, _call: call })

  return {
    /** Leaves a pass of which no part is taken: the insert that follows takes its own. */
    async leavePass(token: string, action: CaptchaAction): Promise<boolean> {
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

/** As the insert's trigger computes it. */
async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`recaptcha:${token}`))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
