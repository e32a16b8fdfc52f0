// A lead's own page: its whole course, two members of staff at once, and on a phone.
import type { Page } from '@playwright/test'
import { expect, expectMessage, inDays, PHONE, row, shown, test, unique } from './office.ts'

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
const entry = (page: Page, text: string) => timeline(page).filter({ hasText: text })

test('a lead arrives, is assigned, replied to, planned, closed and reopened by two members of staff at once', async ({
  page,
  open,
  mail,
  rest,
  signIn,
  openElsewhere,
  createCustomer,
  createVehicle,
  createEnquiry,
}) => {
  const sam = await createCustomer({ firstName: 'Sam', lastName: unique('Dale'), password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  const name = `Sam ${sam.lastName}`
  const vehicle = await createVehicle({ vehicle: { title: unique('Rover P6') } })
  const email = `iris-${crypto.randomUUID().slice(0, 8)}@example.com`
  const enquiry = await createEnquiry(vehicle, { email })
  const theirs = await openElsewhere()
  await signIn(theirs, sam)

  await test.step('the dialog leads to the page, which sets the lead to Responded', async () => {
    await open(`/admin/enquiries?q=${encodeURIComponent(enquiry.name)}`)
    await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open lead' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/enquiries/enquiry/${enquiry.id}/full\\?q=`))
    await expect(page.getByRole('heading', { name: enquiry.name, level: 1 })).toBeVisible()
    await expect(entry(page, 'Status set to Responded')).toBeVisible()
    await expect(timeline(page).last()).toContainText('Enquiry arrived from the website')
    await expect(page.getByRole('main')).toContainText('Is it still for sale?')
    await expect(page.getByRole('main')).toContainText('£12,500')
    await expect(entry(page, 'Enquiry acknowledgement sent')).toBeVisible()
  })

  await test.step('the admin assigns it to a colleague, who sees that on an open page', async () => {
    await theirs.goto(`/admin/enquiries/enquiry/${enquiry.id}/full`)
    await expect(theirs.getByRole('button', { name: 'Assign to me' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: name })
    await expect(entry(page, `Assigned to ${name}`)).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Assign to me' })).toHaveCount(0)
    await expect(entry(theirs, `Assigned to ${name}`)).toBeVisible()
  })

  await test.step('a reply from a template is not sent while a placeholder is unfilled, and survives a reload', async () => {
    await theirs.getByRole('tab', { name: 'Reply by email' }).click()
    const send = theirs.getByRole('button', { name: 'Send reply' })
    await expect(theirs.getByRole('main')).toContainText('arrives in your mailbox')
    await theirs.getByLabel('Template').selectOption('Confirm a test drive')
    await expect(theirs.getByLabel('Subject')).toHaveValue(`Your test drive of the ${vehicle.title}`)
    await expect(send).toBeDisabled()
    await theirs.getByRole('button', { name: '{{test drive}}' }).click()
    await theirs.keyboard.type('Friday at noon')
    await expect(theirs.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue(
      /test drive on Friday at noon\. .*Sam /s,
    )
    await expect(send).toBeEnabled()

    await theirs.reload()
    await theirs.getByRole('tab', { name: 'Reply by email' }).click()
    await expect(theirs.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue(/Friday at noon/)
    await theirs.getByRole('button', { name: 'Preview' }).click()
    const preview = theirs.getByRole('dialog', { name: 'Preview' })
    const frame = preview.frameLocator('iframe')
    await expect(frame.getByText('Friday at noon')).toBeVisible()
    await expect(frame.getByText('£12,500')).toBeVisible()
    await preview.getByRole('button', { name: 'Back to writing' }).click()
    await expect(preview).toBeHidden()
    await send.dblclick()
    await expectMessage(theirs, 'Your reply is on its way')
  })

  await test.step('the customer gets one email with the car, and both pages say that it was sent', async () => {
    const sent = await mail.waitFor(email, /Your test drive of the/)
    expect(sent.text).toContain('Friday at noon')
    expect(sent.text).toContain(`/vehicles/${vehicle.id}`)
    expect(sent.replyTo?.[0]?.address).toBe('sales@haldenrowe.example')
    for (const shownOn of [page, theirs]) {
      const reply = entry(shownOn, 'Reply: Your test drive of the')
      await expect(reply).toContainText('Sent')
      await expect(reply).toContainText(name)
    }
    await expect(theirs.getByRole('main')).toContainText('Answered on')
    expect(mail.to(email).filter(({ subject }) => subject?.startsWith('Your test drive of'))).toHaveLength(1)
  })

  await test.step('a note and a call appear on the other page', async () => {
    await theirs.getByRole('tab', { name: 'Note' }).click()
    await theirs.getByRole('textbox', { name: 'Note' }).fill('Prefers blue')
    await theirs.getByRole('button', { name: 'Add note' }).click()
    await expect(entry(theirs, 'Prefers blue')).toContainText(name)
    await theirs.getByRole('tab', { name: 'Call' }).click()
    await theirs.getByLabel('How did the call go?').fill('Comes on Friday')
    await theirs.getByRole('button', { name: 'Save call' }).click()
    await expect(entry(page, 'Comes on Friday')).toBeVisible()
    await expect(entry(page, 'Prefers blue')).toBeVisible()
  })

  await test.step('two next steps at once: the second is told of the first, and loses nothing', async () => {
    await page.getByRole('textbox', { name: 'Next step' }).fill('Prepare the car')
    await theirs.getByRole('textbox', { name: 'Next step' }).fill('Send the service history')
    await theirs.getByLabel('Due on').fill(inDays(2))
    await theirs.getByRole('button', { name: 'Save next step' }).click()
    await expectMessage(theirs, 'Next step saved')
    const notice = page.getByRole('alert').filter({ hasText: `${name} changed the next step` })
    await expect(notice).toContainText(`“Send the service history”, due on ${shown(inDays(2))}`)
    await expect(page.getByRole('textbox', { name: 'Next step' })).toHaveValue('Prepare the car')
    await notice.getByRole('button', { name: 'Save mine' }).click()
    await expect(notice).toBeHidden()
    await expect(theirs.getByRole('textbox', { name: 'Next step' })).toHaveValue('Prepare the car')
    await expect(entry(page, 'Next step: Send the service history')).toBeVisible()
  })

  await test.step('it is closed by one and reopened by the other', async () => {
    await page.getByRole('button', { name: 'Mark as Closed' }).click()
    await expect(timeline(page).first()).toContainText('Closed')
    await theirs.getByRole('button', { name: 'Reopen' }).click()
    await expectMessage(theirs, 'Enquiry reopened')
    await expect(timeline(page).first()).toContainText('Reopened')
    await expect(page.getByRole('button', { name: 'Mark as Closed' })).toBeVisible()
  })
})

test('on a phone, a salesperson goes from the list to the lead, calls, notes and replies', async ({
  mail,
  rest,
  signIn,
  openElsewhere,
  createCustomer,
  createVehicle,
  createEnquiry,
}) => {
  const sam = await createCustomer({ firstName: 'Sam', lastName: 'Dale', password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  const email = `iris-${crypto.randomUUID().slice(0, 8)}@example.com`
  const enquiry = await createEnquiry(await createVehicle(), { email })
  const page = await openElsewhere({ viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  await signIn(page, sam)
  await page.goto(`/admin/enquiries?q=${encodeURIComponent(enquiry.name)}`)
  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Open lead' }).tap()
  await expect(page.getByRole('heading', { name: enquiry.name, level: 1 })).toBeVisible()

  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:07123456789')
  await expect(main.getByRole('link', { name: 'WhatsApp' }).last()).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/447123456789\?text=Hello%20Iris/,
  )
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await tooWide()).toBe(false)
  const small = await main
    .locator('a:visible, button:visible, select:visible, input:visible')
    .evaluateAll((targets) =>
      targets.filter((target) => target.getBoundingClientRect().height < 43.5).map((target) => target.textContent),
    )
  // A link in a sentence or a vehicle's title needs no minimum height.
  expect(small.filter((text) => !text?.startsWith('Rover P6'))).toEqual([])

  await main.getByRole('button', { name: 'Note', exact: true }).tap()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('Rang from the forecourt')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeInViewport()
  await page.getByRole('button', { name: 'Add note' }).tap()
  await expect(entry(page, 'Rang from the forecourt')).toBeVisible()

  await main.getByRole('button', { name: 'Reply', exact: true }).tap()
  await expect(page.getByLabel('Template')).toBeInViewport()
  await page.getByRole('textbox', { name: 'Reply', exact: true }).tap()
  await page.keyboard.type('It is here. Come any time.')
  expect(await tooWide()).toBe(false)
  await page.getByRole('button', { name: 'Send reply' }).tap()
  await expectMessage(page, 'Your reply is on its way')
  expect((await mail.waitFor(email, /^Your enquiry about the Rover/)).text).toContain('Come any time.')
})
