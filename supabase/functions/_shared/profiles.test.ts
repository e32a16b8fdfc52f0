import { expect, test } from 'vitest'
import { isProfile, type Network, profilesOf } from './profiles.ts'

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
