// Unsaved settings when another tab is opened, when the settings are left, and after a reload.
import { holdBack } from '../fixtures/hold-back.ts'
import { expect, expectMessage, test } from './office.ts'

test('unsaved settings are kept from tab to tab, offered after a reload and never lost without a question', async ({
  page,
  open,
  rest,
}) => {
  const before = await rest<{ value: string }[]>('config?select=value&key=eq.MAIL_CLOSING_LINE')
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const line = page.getByLabel(/^Closing line/)
  const footerLine = page.getByLabel(/^Footer line/)
  const draft = () => page.evaluate(() => window.localStorage.getItem('forecourt-draft-settings-pages'))
  await open('/admin/settings/notifications')

  await test.step('edits survive a change of tab, and the tab is marked', async () => {
    await line.fill('See you on Saturday')
    await tabs.getByRole('link', { name: 'Pages' }).click()
    await expect(tabs.getByRole('link', { name: /^Notifications.*unsaved changes/ })).toBeVisible()
    await page.getByRole('heading', { name: 'On every page' }).click()
    await footerLine.fill('Cars since Tuesday')
    await tabs.getByRole('link', { name: 'Notifications' }).click()
    await expect(line).toHaveValue('See you on Saturday')
    await expect(page.getByRole('button', { name: 'Restore draft' })).toHaveCount(0)
  })

  await test.step('leaving the settings asks first', async () => {
    await page.getByRole('link', { name: 'Vehicles', exact: true }).first().click()
    await expect(question).toContainText('Your changes to the settings haven’t been saved.')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(line).toHaveValue('See you on Saturday')
  })

  await test.step('a saved tab loses its mark and its draft', async () => {
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expectMessage(page, 'Settings saved successfully')
    await expect(tabs.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(tabs.getByRole('link', { name: /^Pages.*unsaved changes/ })).toBeVisible()
  })

  await test.step('what is typed during a save stays, and the cursor with it', async () => {
    const storedLine = async () => (await rest<{ value: string }[]>('config?key=eq.MAIL_CLOSING_LINE'))[0]?.value
    const release = await holdBack(page, '**/rest/v1/rpc/save_settings')
    await line.fill('See you on Sunday')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await line.press('Home')
    await page.keyboard.type('Bye. ')
    release()
    await expectMessage(page, 'Settings saved successfully')
    await page.keyboard.type('We’ll ')
    await expect(line).toHaveValue('Bye. We’ll See you on Sunday')
    expect(await storedLine()).toBe('See you on Sunday')
    await expect(tabs.getByRole('link', { name: /^Notifications.*unsaved changes/ })).toBeVisible()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect.poll(storedLine).toBe('Bye. We’ll See you on Sunday')
    await expect(tabs.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  })

  await test.step('after a reload the draft is offered, and its tab is still marked', async () => {
    expect(await draft()).toContain('Cars since Tuesday')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto('/admin/settings/pages')
    await expect(tabs.getByRole('link', { name: /^Pages.*unsaved changes/ })).toBeVisible()
    await page.getByRole('heading', { name: 'On every page' }).click()
    await expect(footerLine).toHaveValue('A trusted dealership providing quality vehicles since 2024.')
    await page.getByRole('button', { name: 'Restore draft' }).click()
    await expect(footerLine).toHaveValue('Cars since Tuesday')
  })

  await test.step('restoring an earlier version asks first if there are edits', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectMessage(page, 'Published')
    await footerLine.fill('Cars since Wednesday')
    await page.getByRole('button', { name: 'Restore the original version' }).click()
    const replace = page.getByRole('alertdialog', { name: 'Replace your changes?' })
    await replace.getByRole('button', { name: 'Keep editing' }).click()
    await expect(replace).toHaveCount(0)
    await expect(footerLine).toHaveValue('Cars since Wednesday')
    await page.getByRole('button', { name: 'Restore the original version' }).click()
    await replace.getByRole('button', { name: 'Restore' }).click()
    await expect(footerLine).toHaveValue('A trusted dealership providing quality vehicles since 2024.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(tabs.getByRole('link', { name: 'Pages', exact: true })).toBeVisible()
  })

  await rest('config?key=eq.MAIL_CLOSING_LINE', { method: 'PATCH', body: JSON.stringify(before[0]) })
})
