import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { breakRequests, expect, expectMessage, PHONE, restoreRequests, row, test } from './office.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name, email or telephone' })

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

async function download(page: Page, action: string) {
  const downloading = page.waitForEvent('download')
  await choose(page, action)
  const file = await downloading
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('an admin finds, edits, merges, exports and erases a person', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const phone = `07${String(Number.parseInt(mark, 16)).padStart(9, '0').slice(-9)}`
  const vehicle = await createVehicle()
  await createEnquiry(vehicle, { name: `Zora ${mark}`, email: `zora-${mark}@example.com`, phone: '-' })
  await rest('people', { method: 'POST', body: JSON.stringify({ name: `Z. Work ${mark}`, phone }) })
  const title = page.getByRole('heading', { level: 1 })

  await test.step('the list says when it cannot be loaded, and is searched and sorted in the URL', async () => {
    await breakRequests(page, '/rest/v1/people', 'GET')
    await open('/admin/people')
    await expectMessage(page, 'Failed to load people')
    await restoreRequests(page, '/rest/v1/people')
    await search(page).fill(phone.replace(/^0/, '+44 '))
    await expect(page.getByText('Showing 1 person')).toBeVisible()
    await search(page).fill(mark)
    await expect(page.getByText('Showing 1 to 2 of 2 people')).toBeVisible()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page).toHaveURL(/sort=name/)
    await expect(page.getByRole('row').nth(1)).toContainText('Z. Work')
    await search(page).fill(`zora-${mark}@EXAMPLE.com`)
    await expect(row(page, `zora-${mark}@example.com`)).toHaveCount(1)
    await expect(page.getByText('Showing 1 person')).toBeVisible()
  })

  await test.step('an address that is known leads to its person', async () => {
    await page.getByRole('button', { name: 'Add person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add person' })
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(dialog.getByText('Enter a name, an email address or a telephone number')).toBeVisible()
    await dialog.getByLabel('Email').fill(`Zora-${mark}@example.com`)
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await dialog.getByRole('link', { name: `Zora ${mark}` }).click()
    await expect(title).toHaveText(`Zora ${mark}`)
    await expect(page.getByRole('region', { name: 'Enquiries and test drives' })).toContainText(vehicle.title)
  })

  const edit = page.getByRole('dialog', { name: 'Edit person' })
  await test.step('two members of staff do not overwrite each other', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await edit.getByLabel('Telephone').fill(phone)
    await edit.getByLabel('Marketing').selectOption({ label: 'Agreed' })
    await edit.getByLabel('How they told you').fill('By telephone')
    await rest(`people?email=eq.zora-${mark}@example.com`, {
      method: 'PATCH',
      body: JSON.stringify({ notes: 'Prefers mornings' }),
    })
    await edit.getByRole('button', { name: 'Save changes' }).click()
    const conflict = page.getByRole('dialog', { name: 'This person was changed elsewhere' })
    await expect(conflict.getByLabel('Changes')).toContainText('Prefers mornings')
    await conflict.getByRole('button', { name: 'Keep editing' }).click()
    await edit.getByLabel('Notes').fill('Prefers mornings')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await conflict.getByRole('button', { name: 'Overwrite with this form' }).click()
    await expectMessage(page, 'Person saved')
    const details = page.getByRole('region', { name: 'Details' })
    await expect(details).toContainText('Prefers mornings')
    await expect(details).toContainText('By telephone')
  })

  await test.step('the same number suggests a merge, which can be undone', async () => {
    await page.getByRole('button', { name: `Merge with Z. Work ${mark}` }).click()
    const sure = page.getByRole('alertdialog', { name: `Merge Z. Work ${mark} into Zora ${mark}?` })
    await expect(sure).toContainText('You can undo this for a day')
    await sure.getByRole('button', { name: 'Merge' }).click()
    const known = page.getByRole('region', { name: 'Also known as' })
    await known.getByRole('button', { name: `Undo merge: Z. Work ${mark}` }).click()
    await expect(known).toHaveCount(0)

    await choose(page, 'Merge with…')
    const chooser = page.getByRole('dialog', { name: `Merge with Zora ${mark}` })
    await search(page).last().fill(`work ${mark}`)
    await chooser.getByRole('button', { name: `Z. Work ${mark}` }).click()
    await sure.getByRole('button', { name: 'Merge' }).click()
    await expect(known).toContainText(`Z. Work ${mark}`)
  })

  await test.step('the page of someone who was merged leads to the person', async () => {
    const [merged] = await rest<{ id: string }[]>(`people?select=id&name=eq.Z. Work ${mark}`)
    await page.goto(`/admin/people/${merged?.id}`)
    await expect(title).toHaveText(`Zora ${mark}`)
    await expect(page).not.toHaveURL(new RegExp(merged?.id ?? '-'))
  })

  await test.step('both exports hold the person and what they wrote', async () => {
    const json = await download(page, 'Export as JSON')
    expect(json.name).toMatch(/^person-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(json.text)).toMatchObject({
      person: [{ name: `Zora ${mark}` }, { name: `Z. Work ${mark}` }],
      leads: [{ message: 'Is it still for sale?' }],
    })
    const csv = await download(page, 'Export as CSV')
    expect(csv.text).toContain(`person,1,name,Zora ${mark}\r\n`)
    expect(csv.text).toContain('leads,1,message,Is it still for sale?\r\n')
  })

  await test.step('erasing says what happens and leaves nothing', async () => {
    await choose(page, 'Erase')
    const sure = page.getByRole('dialog', { name: `Erase Zora ${mark}?` })
    await expect(sure).toContainText('six years')
    // Another test on this site may have made a backup.
    await expect(sure).toContainText(/This site has made no backups|Nightly backups are off/)
    await sure.getByRole('button', { name: 'Erase' }).click()
    await expectMessage(page, 'The person has been erased')
    await expect(page).toHaveURL(/\/admin\/people$/)
    expect(await rest(`people?select=id&name=like.*${mark}`)).toEqual([])
    expect(await rest(`enquiries?select=id&name=like.*${mark}`)).toEqual([])
  })
})

test('a salesperson on a phone adds a person, and is offered neither export nor erasure', async ({
  page,
  rest,
  createCustomer,
  signIn,
}) => {
  const sam = await createCustomer({ password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  await signIn(page, sam)
  await page.setViewportSize(PHONE)
  const name = `Pia ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('No account')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Merge with…'])
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Back to People' }).click()
  await search(page).fill(name)
  await expect(page.getByText('Showing 1 person')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(PHONE.width)
})
