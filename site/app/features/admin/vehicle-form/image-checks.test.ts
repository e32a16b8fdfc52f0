import { expect, test } from 'vitest'
import { checkImages, MAX_IMAGE_BYTES, uploadPath } from './image-checks.ts'

const picture = { name: 'front.jpg', type: 'image/jpeg', size: 1000 }

test('an eleventh image is refused', () => {
  expect(checkImages([picture], 9).accepted).toEqual([picture])
  expect(checkImages([picture, picture], 9)).toEqual({ accepted: [], errors: ['Maximum 10 images allowed'] })
})

test('files over 5 MB are refused by name', () => {
  const large = { ...picture, name: 'large.jpg', size: MAX_IMAGE_BYTES + 1 }

  expect(checkImages([large, { ...picture, size: MAX_IMAGE_BYTES }], 0)).toEqual({
    accepted: [{ ...picture, size: MAX_IMAGE_BYTES }],
    errors: ['File large.jpg is too large. Maximum size is 5MB.'],
  })
})

test('files that are no image are refused by name', () => {
  const text = { name: 'notes.txt', type: 'text/plain', size: 10 }

  expect(checkImages([text], 0).errors).toEqual(['File notes.txt is not a valid image format'])
})

test('the path carries the time, something random and the extension', () => {
  expect(uploadPath(picture, 1700000000000, '0a1b2c3d-4e5f-6789-abcd-ef0123456789')).toBe(
    'vehicles/1700000000000-0a1b2c3d4e5f.jpg',
  )
  expect(uploadPath({ ...picture, name: 'image' })).toMatch(/^vehicles\/\d+-[0-9a-f]{12}\.jpeg$/)
  expect(uploadPath({ ...picture, name: 'a/../b.PNG' })).toMatch(/^vehicles\/\d+-[0-9a-f]{12}\.png$/)
})
