import { expect, test } from 'vitest'
import { brandPicture, brandPictureName } from './brand-picture.ts'

const FOLDER = '/storage/v1/object/public/brand/'
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('the name of a brand picture gives its size and type', () => {
  const address = `${FOLDER}${brandPictureName(crypto.randomUUID(), 'image/svg+xml', { width: 640, height: 180 })}`

  expect(brandPicture(address)).toEqual({ address, width: 640, height: 180, isDrawing: true })
  expect(brandPicture(`${FOLDER}${ID}-64x64.png`)).toMatchObject({ width: 64, height: 64, isDrawing: false })
})

test.each([
  '',
  'https://example.com/logo.png',
  `https://example.com${FOLDER}${ID}-64x64.png`,
  `${FOLDER}../vehicle-images/${ID}-64x64.png`,
  `${FOLDER}${ID}-64x64.html`,
  `${FOLDER}${ID}-0x64.png`,
  `${FOLDER}${ID}-64x64.png" onerror="alert(1)`,
  `/storage/v1/object/public/papers/${ID}-64x64.png`,
])('%j is not accepted as a brand picture', (value) => {
  expect(brandPicture(value)).toBeNull()
})
