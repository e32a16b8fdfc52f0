import type { Page } from '@playwright/test'
import { choosePictures, drawPicture, expect, expectMessage, imageTiles, saveVehicle, test } from './office.ts'

const images = (page: Page) => page.getByRole('region', { name: 'Vehicle Images' })
const button = (page: Page, name: string | RegExp) => images(page).getByRole('button', { name, exact: true })

interface Stored {
  image_url: string
  caption: string | null
}

const sizeOf = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  }, address)

const setLimit = (rest: <T>(path: string, init: RequestInit) => Promise<T>, value: string) =>
  rest('config?key=eq.MAX_VEHICLE_IMAGES', { method: 'PATCH', body: JSON.stringify({ value }) })

test('a vehicle with more than ten pictures is saved with captions and an edited picture, and buyers see them', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const [{ image_url: known } = { image_url: '' }] = await rest<Stored[]>('vehicle_images?select=image_url&limit=1')
  const eleven = Array.from({ length: 11 }, (_, index) => `${known}?${index}`)
  await setLimit(rest, '12')
  try {
    const vehicle = await createVehicle({ images: eleven.slice(0, 10) })
    const stored = () =>
      rest<Stored[]>(`vehicle_images?select=image_url,caption&vehicle_id=eq.${vehicle.id}&order=display_order`)
    await open(`/admin/vehicles/edit/${vehicle.id}`)
    await expect(images(page)).toContainText('10 of 12.')

    await test.step('as many pictures are accepted as the setting says', async () => {
      const files = await Promise.all(
        ['red', 'blue', 'lime'].map((colour) => drawPicture(page, { colour, width: 600, height: 400 })),
      )
      await choosePictures(page, files)
      await expect(images(page).getByRole('alert')).toHaveText('Maximum 12 images allowed')
      await expect(imageTiles(page)).toHaveCount(12)
      await images(page).getByRole('button', { name: 'Remove', exact: true }).click()
    })

    await test.step('a picture becomes the primary one with one click, and gets a caption', async () => {
      await button(page, 'Make image 12 primary').click()
      await images(page).getByRole('textbox', { name: 'Caption of image 1', exact: true }).fill('Front, in the sun')
      await images(page).getByRole('textbox', { name: 'Caption of image 1', exact: true }).press('Enter')
      await expect(page).toHaveURL(/\/edit\//)
    })

    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
    const before = await stored()
    expect(before).toHaveLength(12)
    expect(before[0]?.caption).toBe('Front, in the sun')

    await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
    const editor = page.getByRole('dialog', { name: 'Rotate or crop image 1' })
    await test.step('closing the editor changes nothing', async () => {
      await button(page, 'Rotate or crop image 1').click()
      await expect(editor.getByText('600 × 400 pixels')).toBeVisible()
      await expect(editor.getByRole('button', { name: 'Apply' })).toBeDisabled()
      await editor.getByRole('button', { name: 'Rotate left' }).click()
      await editor.getByRole('button', { name: 'Cancel' }).click()
      await expect(editor).toBeHidden()
      await expect(button(page, 'Rotate or crop image 1')).toBeFocused()
    })

    await test.step('a picture is rotated and cropped with the keyboard', async () => {
      await page.keyboard.press('Enter')
      await editor.getByRole('button', { name: 'Rotate right' }).press('Enter')
      await expect(editor.getByText('400 × 600 pixels')).toBeVisible()
      await editor.getByRole('button', { name: /^Bottom edge/ }).press('Control+ArrowUp')
      await expect(editor.getByText('400 × 600 pixels')).toBeHidden()
      await editor.getByRole('button', { name: 'Reset' }).click()
      await expect(editor.getByText('600 × 400 pixels')).toBeVisible()

      await editor.getByRole('button', { name: 'Rotate right' }).click()
      await editor.getByRole('button', { name: /^3:2/ }).click()
      await expect(editor.getByText('400 × 267 pixels')).toBeVisible()
      await editor.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('Picture changed. Save the vehicle to keep it.')).toBeVisible()
    })

    expect(await stored(), 'nothing has changed before the vehicle is saved').toEqual(before)
    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
    const [edited, ...others] = await stored()
    expect(others).toEqual(before.slice(1))
    expect(edited?.caption).toBe('Front, in the sun')
    expect(await sizeOf(page, edited?.image_url ?? '')).toEqual({ width: 400, height: 267 })

    await test.step('the caption is the picture’s alternative text, and is shown below it at full size', async () => {
      await page.goto(`/vehicles/${vehicle.id}`)
      const gallery = page.getByRole('region', { name: 'Pictures' })
      await expect(gallery.getByRole('img', { name: 'Front, in the sun' })).toBeVisible()
      await expect(gallery.getByText('1 / 12')).toBeVisible()
      const [car = ''] = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(JSON.parse(car).image[0]).toMatchObject({ '@type': 'ImageObject', caption: 'Front, in the sun' })

      await gallery.getByRole('button', { name: 'Previous picture' }).click()
      await expect(gallery.getByRole('link', { name: 'Show picture 12' })).toBeInViewport()
      await gallery.getByRole('link', { name: 'Show picture 1', exact: true }).click()
      await gallery.getByRole('button', { name: 'View full screen' }).click()
      await expect(page.getByRole('dialog').getByText('Front, in the sun')).toBeVisible()
    })
  } finally {
    await setLimit(rest, '10')
  }
})
