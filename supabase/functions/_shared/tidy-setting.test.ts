import { expect, test } from 'vitest'
import { isProfile, type Network } from './profiles.ts'
import { tidyProfile, withHttps } from './tidy-setting.ts'

test.each<[Network, string, string]>([
  ['Instagram', 'instagram.com/rowecars', 'https://instagram.com/rowecars'],
  ['Instagram', ' www.instagram.com/rowecars/ ', 'https://www.instagram.com/rowecars/'],
  ['Instagram', 'http://instagram.com/rowecars', 'https://instagram.com/rowecars'],
  ['Instagram', '@rowe.cars', 'https://www.instagram.com/rowe.cars'],
  ['TikTok', '@rowecars', 'https://www.tiktok.com/@rowecars'],
  ['LinkedIn', 'uk.linkedin.com/company/rowecars', 'https://uk.linkedin.com/company/rowecars'],
])('the %s setting stores %j as %s', (network, typed, stored) => {
  expect(tidyProfile(network, typed)).toBe(stored)
  expect(isProfile(network, stored)).toBe(true)
})

test.each(['/contact', 'javascript:alert(1)', 'mailto:a@b.example', '@rowecars', 'contact us', 'javascript.alert(1)'])(
  'the link %s is not turned into a web address',
  (typed) => {
    expect(withHttps(typed)).toBe(typed)
  },
)
