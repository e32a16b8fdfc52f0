import { expect, test } from 'vitest'
import { BRAND_PICTURE_EXTENSIONS } from '#supabase/functions/_shared/brand-picture.ts'
import { MAX_UPLOAD_BYTES, VEHICLE_PICTURE_TYPES } from '#supabase/functions/_shared/picture-uploads.ts'
import { isImage, isSendable, notAnImage, splitByRoom, tooLarge, uploadPath } from './image-checks.ts'

const picture = { name: 'front.jpg', type: 'image/jpeg', size: 1000 }

test('the images for which there is still room are accepted, and the others are not', () => {
  const [first, second] = [picture, { ...picture, name: 'rear.jpg' }]
  const notes = { name: 'notes.txt', type: 'text/plain', size: 1 }

  expect(splitByRoom([first, second], 2)).toEqual({ fitting: [first, second], rest: [] })
  expect(splitByRoom([first, notes, second], 1)).toEqual({ fitting: [first, notes], rest: [second] })
  expect(splitByRoom([first], 0)).toEqual({ fitting: [], rest: [first] })
})

test('a file of up to 5 MB is sent unchanged if the bucket accepts its type', () => {
  const toVehicles = (file: typeof picture) => isSendable(file, VEHICLE_PICTURE_TYPES)

  expect(toVehicles({ ...picture, size: MAX_UPLOAD_BYTES })).toBe(true)
  expect(toVehicles({ ...picture, size: MAX_UPLOAD_BYTES + 1 })).toBe(false)
  expect(toVehicles({ ...picture, type: 'image/bmp' })).toBe(false)
  expect(toVehicles({ ...picture, type: 'image/avif' })).toBe(true)
  expect(isSendable({ ...picture, type: 'image/avif' }, Object.keys(BRAND_PICTURE_EXTENSIONS))).toBe(false)
})

test('an iPhone photo is recognised as an image even if the system does not know its type', () => {
  expect(isImage({ name: 'IMG_1.HEIC', type: '', size: 1 })).toBe(true)
  expect(isImage({ name: 'IMG_1', type: 'image/heic', size: 1 })).toBe(true)
  expect(isImage({ name: 'notes.txt', type: 'text/plain', size: 1 })).toBe(false)
})

test('error messages name the file', () => {
  expect(notAnImage({ ...picture, name: 'notes.txt' })).toBe('File notes.txt is not a valid image format')
  expect(tooLarge({ ...picture, name: 'large.jpg' })).toBe('File large.jpg is too large. Maximum size is 5MB.')
})

test('an upload path contains the time, a random part and the extension', () => {
  expect(uploadPath(picture, 1700000000000, '0a1b2c3d-4e5f-6789-abcd-ef0123456789')).toBe(
    'vehicles/1700000000000-0a1b2c3d4e5f.jpg',
  )
  expect(uploadPath({ ...picture, name: 'image' })).toMatch(/^vehicles\/\d+-[0-9a-f]{12}\.jpeg$/)
  expect(uploadPath({ ...picture, name: 'a/../b.PNG' })).toMatch(/^vehicles\/\d+-[0-9a-f]{12}\.png$/)
})
