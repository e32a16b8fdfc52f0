// Google's invisible reCAPTCHA. Its script is loaded on first use, and only for visitors who have given consent.

import { type CaptchaAction, recaptchaAction } from '#supabase/functions/_shared/human-check.ts'
import { watchForLeaving } from './recaptcha-puzzle.ts'

interface Grecaptcha {
  ready(onReady: () => void): void
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      size: 'invisible'
      callback(token: string): void
      'error-callback'(): void
      'expired-callback'(): void
    },
  ): number
  execute(widget: number, options?: { action: string }): void
  reset(widget: number): void
}

const SCRIPT_URL = 'https://www.google.com/recaptcha/api.js?render=explicit'
const LOAD_TIMEOUT_MS = 8000

let loading: Promise<Grecaptcha> | undefined

function loadScript(): Promise<Grecaptcha> {
  loading ??= new Promise<Grecaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT_URL
    script.async = true
    const timer = setTimeout(() => reject(new Error('reCAPTCHA did not load in time')), LOAD_TIMEOUT_MS)
    script.addEventListener('error', () => reject(new Error('reCAPTCHA could not be loaded')))
    script.addEventListener('load', () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Grecaptcha }
      grecaptcha.ready(() => {
        clearTimeout(timer)
        resolve(grecaptcha)
      })
    })
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Whether Google's script can be loaded; an ad blocker may block it. */
export const canLoadRecaptcha = () =>
  loadScript().then(
    () => true,
    () => false,
  )

/** The action matters only for score-based keys. */
export async function executeRecaptcha(siteKey: string, action: CaptchaAction): Promise<string> {
  const grecaptcha = await loadScript()
  const container = document.createElement('div')
  document.body.append(container)
  let stopWatching: (() => void) | undefined
  const token = new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error('The reCAPTCHA challenge failed'))
    stopWatching = watchForLeaving(fail)
    const widget = grecaptcha.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      callback: resolve,
      'error-callback': fail,
      'expired-callback': fail,
    })
    grecaptcha.execute(widget, { action: recaptchaAction(action) })
  })
  return token.finally(() => {
    stopWatching?.()
    container.remove()
  })
}
