import { expect, test } from 'vitest'
import { isProfile, type Network, profilesOf, tidyProfile, withHttps } from './profiles.ts'

test.each<[Network, string]>([
  ['Instagram', 'https://www.instagram.com/rowecars'],
  ['Instagram', 'https://instagram.com/rowecars/?hl=en'],
  ['Facebook', 'https://en-gb.facebook.com/rowecars'],
  ['YouTube', 'https://www.youtube.com/@rowecars'],
  ['X', 'https://twitter.com/rowecars'],
  ['TikTok', 'https://www.tiktok.com/@rowecars'],
  ['LinkedIn', 'https://uk.linkedin.com/company/rowecars'],
])('the %s setting accepts the profile link %s', (network, address) => {
  expect(isProfile(network, address)).toBe(true)
})

test.each<[Network, string]>([
  ['Instagram', 'http://www.instagram.com/rowecars'],
  ['Instagram', 'https://www.instagram.com/'],
  ['Instagram', 'https://instagram.com.example/rowecars'],
  ['Instagram', 'https://notinstagram.com/rowecars'],
  ['Instagram', 'https://www.facebook.com/rowecars'],
  ['Instagram', 'https://www.instagram.com:8443/rowecars'],
  ['Instagram', 'https://www.instagram.com@example.com/rowecars'],
  ['X', 'https://netflix.com/rowecars'],
  ['X', 'javascript:alert(1)'],
  ['X', '@rowecars'],
])('the %s setting does not accept the profile link %s', (network, address) => {
  expect(isProfile(network, address)).toBe(false)
})

test('only valid profile links are shown', () => {
  const profiles = profilesOf({
    profileInstagram: '',
    profileFacebook: 'javascript:alert(1)',
    profileYouTube: '',
    profileX: '',
    profileTikTok: '',
    profileLinkedIn: 'https://www.linkedin.com/company/rowecars',
  })

  expect(profiles).toEqual([{ name: 'LinkedIn', href: 'https://www.linkedin.com/company/rowecars' }])
})

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
