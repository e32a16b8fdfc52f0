import { expect, test } from '../fixtures/test.ts'

test('the development mailbox returns 404 without its token', async ({ site }) => {
  expect((await fetch(`${site.url}/dev/mailbox/`)).status).toBe(404)
  expect((await fetch(`${site.url}/dev/mailbox/guess/`)).status).toBe(404)
})
