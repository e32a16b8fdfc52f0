import { breakRequests, expect, expectMessage, PHONE, restoreRequests, row, test, unique } from './office.ts'

test('makes and models are counted, renamed, merged and deleted', async ({ page, open, createVehicle, rest }) => {
  const tag = unique('Mk').replace(' ', '')
  const usual = `Austin ${tag}`
  const odd = `AUSTIN ${tag}`
  const unused = `Zenos ${tag}`
  const make = (name: string, model: string) => createVehicle({ vehicle: { make: name, model } })
  const first = await make(usual, 'Seven')
  await make(usual, 'A40')
  const moved = await make(odd, 'seven')
  await rest('car_makes', { method: 'POST', body: JSON.stringify([usual, odd, unused].map((name) => ({ name }))) })
  const stored = async (id: string) => (await rest(`vehicles?id=eq.${id}&select=make,model,title`))[0]
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await open('/admin/vehicles')
  await page.getByRole('button', { name: 'List actions' }).click()
  await page.getByRole('menuitem', { name: 'Makes and models' }).click()
  await expect(page.getByRole('heading', { name: 'Makes and models' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search makes' }).fill(tag)
  await expect(page.getByText('Showing 1 to 3 of 3 makes')).toBeVisible()

  await test.step('makes that differ only in case are offered for merging', async () => {
    await page.getByRole('button', { name: `Merge ${odd} into ${usual}` }).click()
    const dialog = page.getByRole('dialog', { name: `Merge ${odd}` })
    await expect(dialog.getByLabel('Merge into')).toHaveValue(usual)
    await expect(dialog).toContainText(`1 vehicle will move to ${usual}, which will then have 3 vehicles.`)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expectMessage(page, `${odd} merged into ${usual}: 1 vehicle`)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Showing 1 to 2 of 2 makes')).toBeVisible()
    await expect(row(page, usual)).toContainText('3')
    expect(await stored(moved.id)).toEqual({ make: usual, model: 'seven', title: moved.title })
  })

  await test.step('a make is renamed with its vehicles, but not to a name that exists', async () => {
    await act(usual, 'Rename')
    const dialog = page.getByRole('dialog', { name: `Rename ${usual}` })
    await expect(dialog).toContainText('3 vehicles get the new name. Titles and descriptions stay as they are.')
    const field = dialog.getByLabel('New name')
    await field.fill(unused.toLowerCase())
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      `There is already a make called ${unused}. Merge the two instead.`,
    )
    await breakRequests(page, '/rest/v1/rpc/rename_make', 'POST')
    await field.fill(`Austin Cars ${tag}`)
    await expect(dialog).toContainText('Links to the old one will stop working.')
    await field.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('We couldn’t save the new name. Please try again.')
    await restoreRequests(page, '/rest/v1/rpc/rename_make')
    await field.press('Enter')
    await expectMessage(page, `${usual} renamed to Austin Cars ${tag}: 3 vehicles`)
    expect(await stored(first.id)).toEqual({ make: `Austin Cars ${tag}`, model: 'Seven', title: first.title })
    expect((await page.request.get(`/vehicles/make/austin-${tag.toLowerCase()}`)).status()).toBe(404)
  })

  await test.step('models are merged within their make', async () => {
    await page.getByRole('link', { name: `Austin Cars ${tag}`, exact: true }).click()
    await expect(page.getByRole('heading', { name: `Austin Cars ${tag}` })).toBeVisible()
    await page.getByRole('button', { name: /^Merge seven into Seven|^Merge Seven into seven/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Merge seven$/i })
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(page.getByText('Showing 1 to 2 of 2 models')).toBeVisible()
    await act('A40', 'Rename')
    await page.getByLabel('New name').fill('A35')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expectMessage(page, 'A40 renamed to A35: 1 vehicle')
    await expect(row(page, 'A35')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Makes and models' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search makes' })).toHaveValue(tag)
  })

  await test.step('only a make without vehicles can be deleted, also on a phone', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: `Actions for Austin Cars ${tag}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Rename', 'Merge into…'])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Unused makes' })
    await act(unused, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectMessage(page, `${unused} has been deleted.`)
    expect(await rest(`car_makes?name=eq.${encodeURIComponent(unused)}`)).toEqual([])
  })
  await rest(`car_makes?name=like.*${tag}`, { method: 'DELETE' })
})
