// The human check of a hosted project, which has no challenge of ours: Google's, where its secret is set; else none. A
// token is checked once; its pass is then good for the calls of one submission, as with our own service.
import type { CaptchaAction, CaptchaUse } from './human-check.ts'
import type { Rpc } from './rpc.ts'

const SITEVERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'
const MIN_SCORE = 0.5
const TIMEOUT_MS = 5000

interface Deps {
  rpc: Rpc
  secret: string | undefined
  siteverifyUrl?: string
}

export function createRecaptcha({ rpc, secret, siteverifyUrl = SITEVERIFY_URL }: Deps) {
  async function isHuman(token: string): Promise<boolean> {
    const response = await fetch(siteverifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secret ?? '', response: token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = (await response.json()) as { success?: boolean; score?: number }
    return answer.success === true && (answer.score ?? 1) >= MIN_SCORE
  }

  const createPass = async (token: string, action: CaptchaAction, calls: string[]) =>
    rpc<boolean>('create_captcha_pass', { _hash: await hashOf(token), _action: action, _calls: calls })
  const takePass = async (token: string, { action, call }: CaptchaUse) =>
    rpc<string>('take_captcha_pass', { _hash: await hashOf(token), _action: action, _call: call })

  return {
    /** Leaves a pass of which no part is taken: the insert that follows takes its own. */
    async leavePass(token: string, action: CaptchaAction): Promise<boolean> {
      return !secret || ((await isHuman(token)) && createPass(token, action, []))
    },
    async verify(token: string, use: CaptchaUse): Promise<boolean> {
      if (!secret) return true
      const state = await takePass(token, use)
      if (state !== 'unknown') return state === 'used'
      if (!(await isHuman(token))) return false
      return (await createPass(token, use.action, [use.call])) || (await takePass(token, use)) === 'used'
    },
  }
}

/** As the insert's trigger computes it. */
async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`recaptcha:${token}`))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
