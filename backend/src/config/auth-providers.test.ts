import { expect, test } from 'vitest'
import { parseProviders } from './auth-providers.ts'

const parse = (name: string, more: Record<string, string> = {}) =>
  parseProviders(
    {
      [`GOTRUE_EXTERNAL_${name}_ENABLED`]: 'true',
      [`GOTRUE_EXTERNAL_${name}_CLIENT_ID`]: 'one, two',
      [`GOTRUE_EXTERNAL_${name}_SECRET`]: 'secret',
      ...Object.fromEntries(Object.entries(more).map(([key, value]) => [`GOTRUE_EXTERNAL_${name}_${key}`, value])),
    },
    (variable, message) => new Error(`${variable}: ${message}`),
  )[name.toLowerCase()]

test('a provider gets its default issuer and the domains from its setting', () => {
  expect(parse('GOOGLE', { AUTHORITATIVE_DOMAINS: 'Gmail.com, googlemail.com' })).toMatchObject({
    clientIds: ['one', 'two'],
    issuer: 'https://accounts.google.com',
    authoritativeFor: ['gmail.com', 'googlemail.com'],
    nameScope: 'profile',
    usesFormPost: false,
  })
})

test('the Microsoft tenant can be set as in GoTrue or through the issuer', () => {
  const issuer = 'https://login.microsoftonline.com/tenant/v2.0'

  expect(parse('AZURE', { URL: 'https://login.microsoftonline.com/tenant/' })?.issuer).toBe(issuer)
  expect(parse('AZURE', { URL: issuer })?.issuer).toBe(issuer)
})

test('Apple responds with a form post and uses its own scope for names', () => {
  expect(parse('APPLE')).toMatchObject({ nameScope: 'name', usesFormPost: true })
})
