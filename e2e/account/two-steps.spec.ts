import type { Page } from '@playwright/test'
import { expect, LONG, notHosted, signInOnNextPage, test } from '../fixtures/test.ts'
import { codeOf, turnOnTwoSteps } from '../fixtures/totp.ts'
import { expectToast, logIn, logOut } from './forms.ts'

const ACCOUNT = '/dashboard/account'

const twoSteps = (page: Page) => page.getByRole('region', { name: 'Two-step verification' })

/** The secret key, which an app reads from the QR code. */
const secretOn = async (page: Page) => (await twoSteps(page).locator('code').innerText()).replaceAll(' ', '')

const NO_RECOVERY_CODES = notHosted('a hosted project has no recovery codes')

/** Reads the recovery codes from the screen. */
async function saveCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allInnerTexts()
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(go).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check()
  await go.click()
  await expect(list).toHaveCount(0)
  return codes
}

test(
  'a user sets up two-step verification with an app and is asked for a code after the password',
  NO_RECOVERY_CODES,
  async ({ page, createCustomer, signIn }) => {
    const customer = await createCustomer()
    await signIn(page, customer)
    await page.goto(ACCOUNT)
    await twoSteps(page).getByRole('button', { name: 'Set up two-step verification' }).click()
    await expect(twoSteps(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    const secret = await secretOn(page)
    await twoSteps(page).getByLabel('Code').fill('000000')
    await twoSteps(page).getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(twoSteps(page).getByText('That code is wrong or has already been used')).toBeVisible()
    await twoSteps(page).getByLabel('Code').fill(codeOf(secret))
    await twoSteps(page).getByRole('button', { name: 'Turn on', exact: true }).click()
    await expectToast(page, 'Two-step verification is on.')
    await saveCodes(page)
    await expect(twoSteps(page).getByText('On', { exact: true })).toBeVisible()
    await expect(twoSteps(page).getByText('You have 10 recovery codes left.')).toBeVisible()
    await logOut(page)

    await page.goto('/dashboard')
    await logIn(page, customer)
    await expect(page).toHaveURL(/\/auth\/second-step$/)
    await test.step('a user who cannot enter the code can sign out', async () => {
      await page.getByRole('button', { name: 'Cancel and sign out' }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
      expect(await page.evaluate(() => window.localStorage.getItem('forecourt-auth'))).toBeNull()
    })

    await page.goto('/dashboard')
    await logIn(page, customer)
    await expect(page).toHaveURL(/\/auth\/second-step$/)
    // After the password alone, every page asks for the code.
    await page.goto(ACCOUNT)
    await expect(page).toHaveURL(/\/auth\/second-step$/)
    const field = page.getByLabel('Code')
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await field.fill('12345')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter the six digits shown in your app')).toBeVisible()
    await field.fill('000 000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('That code is wrong or has already been used')).toBeVisible()
    await expect(field).toBeFocused()
    const code = codeOf(secret, 1)
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')

    await expectToast(page, 'Logged in successfully!')
    await expect(page).toHaveURL(new RegExp(`${ACCOUNT}$`))
    await expect(twoSteps(page).getByText('On', { exact: true })).toBeVisible()
  },
)

// The service's part is in backend/wire/auth-factors.test.ts.
test(
  'a user turns two-step verification off by entering a code and then signs in with the password alone',
  LONG,
  async ({ page, createCustomer, site }) => {
    const customer = await createCustomer()
    const { secret, session } = await turnOnTwoSteps(site, customer)
    await signInOnNextPage(page, session)
    await page.goto(ACCOUNT)
    await twoSteps(page).getByRole('button', { name: 'Turn off two-step verification' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step verification' })
    await dialog.getByLabel('Code').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Turn off', exact: true }).click()

    await expectToast(page, 'Two-step verification is off.')
    await expect(twoSteps(page).getByText('Off', { exact: true })).toBeVisible()
    await logOut(page)
    await page.goto('/auth')
    await logIn(page, customer)
    await expect(page).toHaveURL(/\/dashboard$/)
  },
)

test(
  'a recovery code can be used in place of a lost phone, but only once',
  NO_RECOVERY_CODES,
  async ({ page, createCustomer, site, rest }) => {
    const customer = await createCustomer()
    const { secret, session } = await turnOnTwoSteps(site, customer)
    await signInOnNextPage(page, session)
    await page.goto(ACCOUNT)
    await twoSteps(page).getByRole('button', { name: 'Create recovery codes' }).click()
    const newCodes = page.getByRole('dialog', { name: 'New recovery codes' })
    await newCodes.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
    await newCodes.getByRole('button', { name: 'Create codes' }).click()
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(newCodes.getByText('Please save the codes first, then tick the box below.')).toBeVisible()
    const [first = '', second = ''] = await saveCodes(page)
    await expect(twoSteps(page).getByText('You have 10 recovery codes left.')).toBeVisible()
    await logOut(page)

    const signInWith = async (code: string) => {
      await page.goto('/auth')
      await logIn(page, customer)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(code)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await signInWith('not a code')
    await expect(page.getByText('Sign in with a recovery code instead of your authenticator app.')).toBeVisible()
    await expect(page.getByText('Please enter one of your recovery codes')).toBeVisible()
    await page.getByLabel('Recovery code').fill(first.toLowerCase())
    await page.keyboard.press('Enter')
    await expectToast(page, 'Logged in successfully!')
    await page.goto(ACCOUNT)
    await expect(twoSteps(page).getByText('You have 9 recovery codes left.')).toBeVisible()
    await logOut(page)
    await signInWith(first)
    await expect(page.getByText('That recovery code is wrong or has already been used')).toBeVisible()
    await page.getByLabel('Recovery code').fill(second)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Logged in successfully!')

    await page.goto(ACCOUNT)
    await twoSteps(page).getByRole('button', { name: 'New recovery codes' }).click()
    await newCodes.getByRole('button', { name: 'Use a recovery code' }).click()
    await newCodes.getByRole('textbox', { name: 'Recovery code' }).fill(first)
    await newCodes.getByRole('button', { name: 'Create codes' }).click()
    await expect(newCodes.getByText('That recovery code is wrong or has already been used')).toBeVisible()
    await newCodes.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const deletion = page.getByRole('dialog', { name: 'Delete your account' })
    await expect(deletion.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
    const emails = await rest(`email_outbox?recipient=eq.${customer.email}&select=template&order=created_at`)
    expect(emails).toEqual([
      { template: 'two-steps-changed' },
      { template: 'recovery-code-used' },
      { template: 'recovery-code-used' },
    ])
  },
)

// The service's part is in backend/wire/auth-factors.test.ts, and admin/account.spec.ts uses the same dialog.
test(
  'a user with two-step verification deletes their account by entering a code',
  LONG,
  async ({ page, createCustomer, site, rest }) => {
    const customer = await createCustomer()
    const { secret, session } = await turnOnTwoSteps(site, customer)
    await signInOnNextPage(page, session)
    await page.goto(ACCOUNT)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    await expect(dialog.getByLabel('Your password')).toHaveCount(0)
    await dialog.getByLabel('Code').fill('000000')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByText('That code is wrong or has already been used')).toBeVisible()
    await dialog.getByLabel('Code').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()

    await expectToast(page, 'Your account has been deleted.')
    await expect(page).toHaveURL('/')
    expect(await rest(`profiles?id=eq.${customer.id}&select=id`)).toEqual([])
  },
)
