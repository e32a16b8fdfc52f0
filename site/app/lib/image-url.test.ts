import { expect, test } from 'vitest'
import { pictureSrcSet, pictureUrl, sharedPictureUrl } from './image-url.ts'

const STORED = '/storage/v1/object/public/vehicle-images/vehicles/1-a.jpg'

test('a stored picture is requested at the width needed', () => {
  expect(pictureUrl(STORED, 480)).toBe('/storage/v1/render/image/public/vehicle-images/vehicles/1-a.jpg?width=480')
  expect(pictureSrcSet(STORED)).toContain('1-a.jpg?width=1200 1200w')
})

test('a picture on another server keeps its URL', () => {
  const foreign = 'https://project.supabase.co/storage/v1/object/public/vehicle-images/1.jpg'
  expect(pictureUrl(foreign, 480)).toBe(foreign)
  expect(pictureSrcSet(foreign)).toBeUndefined()
  expect(sharedPictureUrl(foreign, 'https://cars.example')).toBe(foreign)
})

test('a link preview picture has an absolute URL and the Open Graph size', () => {
  expect(sharedPictureUrl(STORED, 'https://cars.example')).toBe(
    'https://cars.example/storage/v1/render/image/public/vehicle-images/vehicles/1-a.jpg?width=1200&height=630',
  )
})
