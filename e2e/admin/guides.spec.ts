import { holdBack } from '../fixtures/hold-back.ts'
import { expect, expectMessage, test, unique } from './office.ts'

const TEXT = '# Charging at home\n\nIt **costs less**. See [our electric cars](/vehicles/fuel/electric).\n\n- a\n- b'

test('an admin writes a guide, previews and publishes it, and visitors read only what is published', async ({
  page,
  open,
  openElsewhere,
  rest,
  site,
}) => {
  test.slow()
  const title = unique('Buying an electric car')
  const path = `/guides/${title.toLowerCase().replaceAll(' ', '-')}`
  const main = page.getByRole('main')
  const visitor = await openElsewhere()
  const statusOf = async (address: string) => (await fetch(site.url + address)).status

  await open('/admin/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Guides' }).click()
  await main.getByRole('link', { name: 'Write a page' }).click()

  await test.step('wrong input is pointed out', async () => {
    await main.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(main.getByText('Enter a title.')).toBeVisible()
    await expect(main.getByText('Please fix the highlighted fields.')).toBeVisible()
    await main.getByLabel('Web address').fill('two words')
    await expect(main.getByText('Use only lower-case letters, numbers and hyphens')).toBeVisible()
    await main.getByLabel('Web address').fill('')
    await page.reload()
  })

  await test.step('the address follows the title, and a draft is kept from everyone else', async () => {
    await main.getByLabel('Title').fill(title)
    await expect(main.getByLabel('Web address')).toHaveValue(path.slice('/guides/'.length))
    await main.getByLabel('Summary').fill('What to know before you buy.')
    await main.getByLabel('Text', { exact: true }).fill(TEXT)
    await main.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(main.getByText('Draft', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/settings\/guides\/[0-9a-f-]{36}$/)
    expect(await statusOf(path)).toBe(404)
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).not.toContain(path)
  })

  await test.step('the preview shows the page before it is published', async () => {
    await main.getByLabel('Text', { exact: true }).fill(`${TEXT}\n\nWith a last paragraph.`)
    await main.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator(`iframe[title="Preview of ${title}"]`)
    await expect(frame.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(frame.getByText('With a last paragraph.')).toBeVisible()
    expect(await statusOf(path)).toBe(404)
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  })

  await test.step('visitors find the guide through the footer, read it, and search engines are told about it', async () => {
    await visitor.goto('/')
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Guides' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible()
    await visitor.getByRole('link', { name: title }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(visitor.getByRole('heading', { level: 2, name: 'Charging at home' })).toBeVisible()
    await expect(visitor.getByRole('main').getByRole('listitem')).toHaveText(['a', 'b'])
    await expect(visitor.locator('head meta[name=description]')).toHaveAttribute(
      'content',
      'What to know before you buy.',
    )
    const html = await (await fetch(site.url + path)).text()
    expect(html).toContain('"@type":"Article"')
    expect(html).toContain('"@type":"BreadcrumbList"')
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`${path}</loc>`)
    await visitor.getByRole('main').getByRole('link', { name: 'our electric cars' }).click()
    await expect(visitor).toHaveURL('/vehicles/fuel/electric')
  })

  await test.step('changes stay a draft until they are published', async () => {
    await main.getByLabel('Text', { exact: true }).fill('Written again.')
    await main.getByRole('button', { name: 'Save draft' }).click()
    await expect(main.getByText('Unpublished changes')).toBeVisible()
    expect(await (await fetch(site.url + path)).text()).not.toContain('Written again.')
  })

  await test.step('the link to the site leads to the published page, even if the draft has a new address', async () => {
    const link = main.getByRole('link', { name: 'View on your site' })
    const address = main.getByLabel('Web address')
    await address.fill(`${path.slice('/guides/'.length)}-again`)
    await main.getByRole('button', { name: 'Save draft' }).click()
    await expect(main.getByText(`${path}-again`, { exact: true })).toBeVisible()
    await expect(link).toHaveAttribute('href', path)
    await page.reload()
    await expect(link).toHaveAttribute('href', path)
    expect(await statusOf(path)).toBe(200)
    await address.fill(path)
    await main.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(main.getByText('Published', { exact: true })).toBeVisible()
    await expect(link).toHaveAttribute('href', path)
  })

  await test.step('an earlier version can be restored, and unpublished changes are not replaced without asking', async () => {
    const text = main.getByLabel('Text', { exact: true })
    const restore = main.getByRole('button', { name: /^Restore the version from/ })
    const replace = page.getByRole('alertdialog', { name: 'Replace your changes?' })
    await expect(main.getByText('On the site now')).toHaveCount(1)
    await text.fill('Not published.')
    await restore.click()
    await replace.getByRole('button', { name: 'Keep editing' }).click()
    await expect(text).toHaveValue('Not published.')
    const saved = page.waitForResponse('**/rest/v1/rpc/save_page')
    await main.getByRole('button', { name: 'Save draft' }).click()
    await saved
    await restore.click()
    await replace.getByRole('button', { name: 'Restore' }).click()
    await expect(text).toHaveValue(/With a last paragraph/)
    await main.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(restore).toHaveCount(2)
    expect(await (await fetch(site.url + path)).text()).toContain('With a last paragraph.')
  })

  await test.step('someone else’s save is not overwritten without asking', async () => {
    const id = page.url().split('/').at(-1) ?? ''
    const [stored] = await rest<{ version: number; path: string }[]>(`pages?id=eq.${id}&select=version,path`)
    await rest('rpc/save_page', {
      method: 'POST',
      body: JSON.stringify({
        _id: id,
        _page: { path: stored?.path, title: `${title} again`, body: 'Theirs.' },
        _seen: stored?.version,
      }),
    })
    await main.getByLabel('Text', { exact: true }).fill('Mine.')
    await main.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else has changed this page' })
    await expect(dialog.getByText(`${title} again`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Load their version' }).click()
    await expect(main.getByLabel('Text', { exact: true })).toHaveValue('Theirs.')
  })

  await test.step('an unpublished guide and a deleted one are gone from the site', async () => {
    await main.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
    await expect(main.getByText('Draft', { exact: true })).toBeVisible()
    expect([await statusOf(path), await statusOf('/guides')]).toEqual([404, 404])
    await main.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Page deleted')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'No guides yet' })).toBeVisible()
  })
})

test('a text for a list of cars is shown below its cars, and unsaved changes are kept', async ({
  page,
  open,
  openElsewhere,
  rest,
}) => {
  const main = page.getByRole('main')
  const heading = unique('About our estates')
  const visitor = await openElsewhere()
  await open('/admin/settings/guides/add')
  await main.getByLabel('Type of page').selectOption('Text for a list of cars')
  await main.getByLabel('Heading').fill(heading)
  await main.getByLabel('Web address', { exact: true }).fill('/about')
  await main.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(main.getByText('Enter the address of a page for a make')).toBeVisible()
  await main.getByLabel('Web address', { exact: true }).fill('https://cars.example/vehicles/body/estate/')
  await main.getByLabel('Text', { exact: true }).fill('Room for **everything** in {town}.')

  await test.step('an edit survives closing the page', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Restore draft' }).click()
    await expect(main.getByLabel('Heading')).toHaveValue(heading)
  })
  await main.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
  await expect(main.getByText('Published', { exact: true })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''

  await visitor.goto('/vehicles/body/estate')
  const text = visitor.getByRole('region', { name: heading })
  await expect(text.getByText('Room for everything in')).not.toContainText('{town}')
  await test.step('links to other body types lead to pages with cars', async () => {
    const links = visitor.getByRole('list', { name: 'Other body types' }).getByRole('link')
    for (const address of await links.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))) {
      const html = await (await fetch(address)).text()
      expect(html, address).not.toContain('noindex')
    }
  })

  await test.step('a second text cannot have the same address', async () => {
    await open('/admin/settings/guides/add')
    await main.getByLabel('Type of page').selectOption('Text for a list of cars')
    await main.getByLabel('Heading').fill('Another')
    await main.getByLabel('Web address', { exact: true }).fill('/vehicles/body/estate')
    await main.getByRole('button', { name: 'Save draft' }).click()
    await expect(main.getByText('Another page already uses this address.')).toBeVisible()
  })
  await rest(`pages?id=eq.${id}`, { method: 'DELETE' })
  await visitor.reload()
  await expect(visitor.getByRole('region', { name: heading })).toHaveCount(0)
})

test('text is not lost if it was typed during a save, or if someone else deletes the page', async ({
  page,
  open,
  rest,
}) => {
  const main = page.getByRole('main')
  const text = main.getByLabel('Text', { exact: true })
  const saveDraft = main.getByRole('button', { name: 'Save draft' })
  const typeDuringSave = async (typed: string) => {
    const release = await holdBack(page, '**/rest/v1/rpc/save_page')
    await saveDraft.click()
    await text.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(typed)
    release()
    await expectMessage(page, 'Draft saved')
    await page.unroute('**/rest/v1/rpc/save_page')
  }
  await open('/admin/settings/guides/add')
  await main.getByLabel('Title').fill(unique('Part exchange'))
  await text.fill('One.')

  await test.step('what is typed during the first save stays, and the cursor with it', async () => {
    await typeDuringSave(' Two.')
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await expect(main.getByRole('heading', { name: 'Edit page' })).toBeVisible()
    await page.keyboard.type(' Three.')
    await expect(text).toHaveValue('One. Two. Three.')
  })
  const id = page.url().split('/').at(-1) ?? ''
  const storedText = async () => (await rest<{ body: string }[]>(`pages?id=eq.${id}&select=body`))[0]?.body
  const draftKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft-page')))

  await test.step('it counts as unsaved, and is kept as a draft of the page', async () => {
    expect(await storedText()).toBe('One.')
    await expect.poll(draftKeys).toEqual([`forecourt-draft-page-${id}`])
    await main.getByRole('link', { name: 'Back to Guides' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
  })

  await test.step('the next save builds on the last one', async () => {
    await typeDuringSave(' Four.')
    await expect(text).toHaveValue('One. Two. Three. Four.')
    await saveDraft.click()
    await expect.poll(storedText).toBe('One. Two. Three. Four.')
    await expect.poll(draftKeys).toEqual([])
  })

  await test.step('the text of a page that was deleted elsewhere can be saved again', async () => {
    await rest(`pages?id=eq.${id}`, { method: 'DELETE' })
    await text.fill('Five.')
    await saveDraft.click()
    await expectMessage(page, 'Someone else has deleted this page. Save it to add it again.')
    await expect(text).toHaveValue('Five.')
    await saveDraft.click()
    await expect.poll(storedText).toBe('Five.')
    await expect(main.getByText('Draft', { exact: true })).toBeVisible()
  })
  await rest(`pages?id=eq.${id}`, { method: 'DELETE' })
})
