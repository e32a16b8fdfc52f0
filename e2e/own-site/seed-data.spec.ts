import { breakRequests, expect, expectMessage, restoreRequests, test } from '../admin/office.ts'
import { addVehicles } from '../fixtures/stock.ts'
import { LONG } from '../fixtures/test.ts'

interface Seeded {
  title: string
  sold: boolean
  featured: boolean
  vehicle_images: unknown[]
}

type Rest = <T = Seeded[]>(path: string, init?: RequestInit) => Promise<T>

/** Edits one test vehicle, enquires about another and adds one of the dealer's own. Returns their titles. */
async function useSome(rest: Rest): Promise<[string, string, string]> {
  const [edited, asked] = await rest<{ id: string; title: string }[]>(
    'vehicles?select=id,title&sold=is.false&order=created_at.desc&limit=2',
  )
  await rest(`vehicles?id=eq.${edited?.id}`, { method: 'PATCH', body: JSON.stringify({ price: 12_345 }) })
  const enquiry = { name: 'Iris', email: 'iris@example.com', phone: '07123 456789', message: 'Is it real?' }
  await rest('enquiries', { method: 'POST', body: JSON.stringify({ ...enquiry, vehicle_id: asked?.id }) })
  const [own] = await addVehicles(rest, [{ title: 'A vehicle of our own' }])
  return [edited?.title ?? '', asked?.title ?? '', own?.title ?? '']
}

// The calls are tested in supabase/tests/demo-vehicles.test.ts and seed-plan.test.ts.
test(
  '20 test vehicles can be added once, with a progress bar, and removed again',
  LONG,
  async ({ page, open, rest }) => {
    await rest('vehicles?id=not.is.null', { method: 'DELETE' })
    await open('/admin/seed-data')
    const button = page.getByRole('main').getByRole('button', { name: /Add|Adding/ })
    const add = async () => {
      await button.click()
      await page
        .getByRole('alertdialog', { name: 'Add test vehicles' })
        .getByRole('button', { name: 'Add vehicles' })
        .click()
    }

    await button.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await rest('vehicles')).toEqual([])

    await breakRequests(page, '/rest/v1/rpc/seed_vehicle', 'POST')
    await add()
    await expectMessage(page, 'Failed to seed vehicles. Check console for details.')
    await restoreRequests(page, '/rest/v1/rpc/seed_vehicle')

    await breakRequests(page, '/rest/v1/rpc/seed_vehicle', 'POST', 'network')
    await add()
    await expectMessage(page, 'An error occurred while seeding vehicles.')
    await restoreRequests(page, '/rest/v1/rpc/seed_vehicle')

    await add()
    await expect(button).toBeDisabled()
    await expect(page.getByRole('progressbar', { name: 'Test vehicles added' })).toBeVisible()
    await expectMessage(page, 'Successfully added 20 test vehicles!')
    await expect(page.getByRole('button', { name: 'Vehicles Added' })).toBeDisabled()

    const vehicles = await rest<Seeded[]>('vehicles?select=title,sold,featured,vehicle_images(image_url)')
    expect(vehicles).toHaveLength(20)
    expect(vehicles.filter(({ sold }) => sold)).toHaveLength(2)
    expect(vehicles.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(5)
    expect(vehicles.every(({ vehicle_images }) => vehicle_images.length === 5)).toBe(true)

    await page.getByRole('button', { name: 'Remove demo vehicles' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove demo vehicles' })
    await expect(dialog).toContainText('This will remove 20 vehicles with no edits or enquiries.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const [edited, asked, own] = await useSome(rest)
    await page.goto('/vehicles')
    await expect(page.getByText(edited).first()).toBeVisible()
    await open('/admin/seed-data')
    await page.getByRole('button', { name: 'Remove demo vehicles' }).click()
    await expect(dialog).toContainText('This will remove 18 vehicles')
    await expect(dialog.getByRole('checkbox')).toHaveCount(2)
    await expect(dialog.getByRole('checkbox', { name: `${edited} (edited)` })).not.toBeChecked()
    await dialog.getByRole('checkbox', { name: `${asked} (1 enquiry or test drive)` }).check()
    await dialog.getByRole('button', { name: 'Continue with 19 vehicles' }).click()

    const sure = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(sure).toContainText('19 vehicles and their 95 pictures will be removed from your website.')
    const removeForGood = sure.getByRole('button', { name: 'Remove for good' })
    await expect(removeForGood).toBeDisabled()
    await sure.getByLabel('Type “remove” to confirm').fill('Remove')
    await breakRequests(page, '/rest/v1/rpc/remove_demo_vehicles', 'POST')
    await removeForGood.click()
    await expect(sure.getByRole('alert')).toContainText('Try again to remove the rest.')
    await restoreRequests(page, '/rest/v1/rpc/remove_demo_vehicles')
    await removeForGood.click()

    await expectMessage(page, '19 vehicles removed.')
    const left = await rest<Seeded[]>('vehicles?select=title&order=title')
    expect(left.map(({ title }) => title).sort()).toEqual([edited, own].sort())
    expect(await rest('vehicle_images')).toHaveLength(6)
  },
)
