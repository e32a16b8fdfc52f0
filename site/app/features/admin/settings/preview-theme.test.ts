import { expect, test } from 'vitest'
import { fixedMedia } from './preview-theme.ts'

test('a media query that asks for the theme gets the answer of the previewed theme', () => {
  expect(fixedMedia('(prefers-color-scheme: dark)', 'dark')).toBe('(min-width: 0px)')
  expect(fixedMedia('(prefers-color-scheme: dark)', 'light')).toBe('(max-width: 0px)')
  expect(fixedMedia('screen and (prefers-color-scheme: light) and (min-width: 40rem)', 'light')).toBe(
    'screen and (min-width: 0px) and (min-width: 40rem)',
  )
  expect(fixedMedia('(min-width: 40rem)', 'dark')).toBe('(min-width: 40rem)')
})
