import { expect, test } from 'vitest'
import { emailsAt, firstEmailAt } from './email-places.ts'

const company = {
  companyEmail: 'sales@rowe.example',
  companyEmail2: 'office@rowe.example',
  emailHiddenOn: '',
  email2HiddenOn: '',
}

test('without a choice, both addresses are shown everywhere', () => {
  expect(emailsAt('header', company)).toEqual(['sales@rowe.example', 'office@rowe.example'])
  expect(firstEmailAt('emails', company)).toBe('sales@rowe.example')
})

test('an address is left out where the dealer does not want it', () => {
  const chosen = { ...company, emailHiddenOn: 'header,search', email2HiddenOn: 'header,footer,legal' }

  expect(emailsAt('header', chosen)).toEqual([])
  expect(emailsAt('footer', chosen)).toEqual(['sales@rowe.example'])
  expect(emailsAt('contact', chosen)).toEqual(['sales@rowe.example', 'office@rowe.example'])
  expect(firstEmailAt('search', chosen)).toBe('')
})

test('an address that is entered twice is shown once', () => {
  expect(emailsAt('footer', { ...company, companyEmail2: company.companyEmail })).toEqual(['sales@rowe.example'])
})
