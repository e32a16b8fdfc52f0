import { expect, type Page } from '@playwright/test'
import type { SiteProcess } from '../fixtures/site-process.ts'

export const newEmail = () => `person-${crypto.randomUUID().slice(0, 8)}@example.com`

export const loginForm = (page: Page) => page.getByRole('form', { name: 'Login' })
export const registerForm = (page: Page) => page.getByRole('form', { name: 'Register' })

export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const form = loginForm(page)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
}

interface Registration {
  name?: string
  email: string
  phone?: string
  password?: string
  confirmPassword?: string
}

export async function registerAs(page: Page, person: Registration): Promise<void> {
  const { name = 'Ada Marsh', email, phone = '', password = 'correct-horse' } = person
  await page.getByRole('tab', { name: 'Register' }).click()
  const form = registerForm(page)
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill(phone)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm password').fill(person.confirmPassword ?? password)
  await form.getByRole('button', { name: 'Create Account' }).click()
}

export async function expectToast(page: Page, message: string): Promise<void> {
  await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
}

/** Waits until the header shows LOGIN, which happens only after the session is gone from the browser. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'LOGOUT' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
}

/** Creates a confirmed account through the admin API; `facts` overrides its fields. */
export async function createAccount({ backendUrl, keys }: SiteProcess, facts: Record<string, unknown> = {}) {
  const account = { email: newEmail(), password: 'k7wqe-2mdbz-rtp4x-hs9cv' }
  const response = await fetch(`${backendUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: keys.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, email_confirm: true, ...facts }),
  })
  if (!response.ok) throw new Error(`createAccount: ${response.status} ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return { ...account, id }
}

/** The kind of URL used in a hosted project's emails, which contains a session. */
export function linkOf(session: string, type: 'signup' | 'recovery'): string {
  const { access_token, refresh_token, expires_in, expires_at } = JSON.parse(session)
  return `/#${new URLSearchParams({ access_token, refresh_token, expires_in, expires_at, token_type: 'bearer', type })}`
}

/**
 * Makes the page accept a link with a session. A hosted project accepts any such link; our own site accepts one only
 * after the user has started a sign-in.
 */
export const startSignIn = (page: Page) =>
  page.addInitScript(() => window.sessionStorage.setItem('forecourt-provider', 'away'))
