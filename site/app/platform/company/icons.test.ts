import { expect, test } from 'vitest'
import { iconsOf } from './icons.ts'

const picture = (n: number) => `/storage/v1/object/public/brand/0f8fad5b-d9cb-469f-a165-70867728950${n}-640x160.svg`
const NONE = { emblem: '', logo: '', logoDark: '' }

test('icons are made from the emblem, or from a logo if there is no emblem, and show the default car if there is neither', () => {
  const tabOf = (brand: Partial<typeof NONE>) => iconsOf({ ...NONE, ...brand }).tab
  const icon = (n: number) => `${picture(n).replace('/object/', '/render/image/')}?width=32&height=32&resize=contain`

  expect(tabOf({ emblem: picture(1), logo: picture(2), logoDark: picture(3) })).toBe(icon(1))
  expect(tabOf({ logo: picture(2), logoDark: picture(3) })).toBe(icon(2))
  expect(tabOf({ logoDark: picture(3) })).toBe(icon(3))
  expect(tabOf({})).toBe('/icons/car.ico')
  expect(tabOf({ emblem: 'https://evil.example/a.png' })).toBe('/icons/car.ico')
  expect(iconsOf(undefined)).toEqual(iconsOf(NONE))
})

test('each icon has its own size', () => {
  const { isOwn, large, homeScreen } = iconsOf({ ...NONE, emblem: picture(1) })

  expect(isOwn).toBe(true)
  expect(large).toContain('?width=512&height=512&')
  expect(homeScreen).toContain('?width=180&height=180&')
})
