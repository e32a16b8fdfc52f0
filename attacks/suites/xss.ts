// Puts scripts into every field that a visitor, a customer or an admin can fill in, then opens every screen and email
// in a real browser. No script may run, and the text must be shown as it was written.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { LEAD_KINDS, LEADS } from '../../supabase/functions/_shared/lead-kinds.ts'
import { SETTING_TABS } from '../../supabase/functions/_shared/settings.ts'
import { SITE_PATHS } from '../grammar/pages.ts'
import { send } from '../harness/http.ts'
import { createPeople, type People, serviceCall } from '../harness/people.ts'
import type { Failure } from '../harness/report.ts'
import { type Site, startSite } from '../harness/site.ts'
import type { Suite } from './suite.ts'
import { hostileSettings } from './xss-settings.ts'

/** Each payload sets its number on the window if it runs, and is short enough for the shortest name field. */
const PAYLOADS = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror=window.__xss=2>',
  '<svg/onload=window.__xss=3>',
  '"><img src=x onerror=window.__xss=4>',
  `' autofocus onfocus=window.__xss=5 x='`,
  '</script><script>window.__xss=6</script>',
  '</title></textarea><svg onload=window.__xss=7>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the payload is text that a template would evaluate
  '[x](javascript:window.__xss=8){{7*7}}${7*7}',
  '<a href="javascript:window.__xss=9">x</a>',
  '<iframe srcdoc="<script>top.__xss=10</script>">',
  '\\"-window.__xss=11-\\"\u2028<!--',
]
const ALL = PAYLOADS.join(' ')
const SHORT_PHONE = `"><svg onload=window.__xss=12>`

interface Screen {
  name: string
  path: string
  as: 'visitor' | 'customer' | 'admin'
  /** Strings that must be visible, as text or in a field. */
  shows?: string[]
  /** The page is static, so there is nothing to wait for. */
  isStill?: boolean
  /** Called before the page is checked. */
  open?(page: Page): Promise<void>
}

export const xss: Suite = async ({ isLong }) => {
  const site = await startSite()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const people = await createPeople(site)
    const vehicles = await plant(site, people)
    const screens = allScreens(vehicles, isLong)
    const failures: Failure[] = []
    const contexts = {
      visitor: await openAs(browser, site, null),
      customer: await openAs(browser, site, people.customer.session),
      admin: await openAs(browser, site, people.admin.session),
    }
    failures.push(...(await checkDetection(contexts.visitor, site)))
    for (const screen of screens) failures.push(...(await look(contexts[screen.as], site, screen)))
    const emails = await checkEmails(contexts.visitor, site, isLong ? 100 : 8, failures)
    return {
      suite: 'xss',
      figures: {
        payloads: PAYLOADS.length + 1,
        'vehicles filled': vehicles.length,
        'screens opened': screens.length,
        'emails opened': emails,
      },
      failures,
    }
  } finally {
    await browser.close()
    await site.remove()
  }
}

interface Planted {
  id: string
  title: string
  payload: string
}

/** Creates a vehicle for each payload, and leads, accounts and settings that contain all of them. */
async function plant(site: Site, people: People): Promise<Planted[]> {
  const vehicles: Planted[] = []
  for (const [n, payload] of PAYLOADS.entries()) {
    const isSold = n === PAYLOADS.length - 1
    const [saved] = await serviceCall<{ id: string; title: string }[]>(site, 'POST', '/rest/v1/rpc/save_vehicle', {
      _vehicle: {
        title: `T ${payload}`,
        make: `M ${payload}`,
        model: `O ${payload}`,
        description: `D ${payload}\n\n${ALL}`,
        year: 2020,
        price: 10_000 + n,
        mileage: 1000,
        fuel_type: 'Petrol',
        transmission: 'Manual',
        featured: n < 3,
        sold: isSold,
        ...(isSold ? { sold_expiry_date: '2099-01-01' } : {}),
      },
      _images: [`/storage/v1/object/public/vehicle-images/${payload}.webp`, `https://elsewhere.example/${payload}`],
      _features: PAYLOADS.map((text) => `F ${text}`),
      _specifications: PAYLOADS.map((text) => ({ spec_key: `K ${text}`, spec_value: `V ${text}` })),
    })
    vehicles.push({ id: saved?.id ?? '', title: saved?.title ?? '', payload })
    await serviceCall(site, 'POST', '/rest/v1/car_makes', [{ name: `M ${payload}`.trim() }])
  }
  await plantLeads(site, people, vehicles)
  await plantPeopleAndSettings(site, people)
  await plantPages(site)
  return vehicles
}

async function plantLeads(site: Site, people: People, vehicles: Planted[]): Promise<void> {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  for (const [n, { id: vehicle_id, payload }] of vehicles.entries()) {
    const lead = { name: `N ${payload}`, email: people.customer.email, phone: SHORT_PHONE, message: `G ${payload}` }
    const preferred_date = `${day}T${String(9 + (n % 8)).padStart(2, '0')}:00:00`
    for (const kind of LEAD_KINDS) {
      const { table, vehicleWord } = LEADS[kind]
      const [saved] = await serviceCall<{ id: string }[]>(site, 'POST', `/rest/v1/${table}`, [
        {
          ...lead,
          ...(vehicleWord && { vehicle_id }),
          ...(kind === 'test-drive' && { preferred_date }),
          ...(kind === 'desk' && { came_by: 'telephone' }),
        },
      ])
      if (kind === 'enquiry') await plantEvents(site, saved?.id ?? '', payload)
    }
  }
  const email = '"><img/src=x/onerror=window.__xss=13>@example.com'
  const [saved] = await serviceCall<{ id: string }[]>(site, 'POST', '/rest/v1/enquiries', [
    { name: 'N', email, phone: '1', message: 'x', vehicle_id: vehicles[0]?.id },
  ])
  await plantEvents(site, saved?.id ?? '', ALL)
  const texts = { notes: `NOTES ${ALL}`, address: `ADDRESS ${ALL}`.slice(0, 200) }
  await serviceCall(site, 'PATCH', '/rest/v1/people?merged_into=is.null', texts)
}

/** A note, and a reply that the customer sees on the dashboard. */
async function plantEvents(site: Site, lead_id: string, payload: string): Promise<void> {
  const event = { kind: 'enquiry', lead_id, subject: '', delivery: null }
  await serviceCall(site, 'POST', '/rest/v1/lead_events', [
    { ...event, event: 'note', body: `NOTE ${payload}` },
    { ...event, event: 'reply', body: `REPLY ${payload}`, subject: `S ${payload}`.slice(0, 200), delivery: 'sent' },
  ])
}

async function plantPages(site: Site): Promise<void> {
  const title = `T ${PAYLOADS[0]}`.slice(0, 120)
  for (const [n, path] of ['/guides/hostile', '/vehicles/fuel/petrol'].entries())
    await serviceCall(site, 'POST', '/rest/v1/rpc/save_page', {
      _id: `00000000-0000-4000-8000-00000000078${n}`,
      _page: {
        path,
        title,
        summary: `S ${PAYLOADS[1]}`.slice(0, 300),
        body: `# H ${ALL}\n\nBODY ${PAYLOADS[0]}\n\n- ${ALL}`,
      },
      _publish: true,
    })
}

async function plantPeopleAndSettings(site: Site, people: People): Promise<void> {
  const [first = '', second = ''] = PAYLOADS
  const profile = { first_name: first, last_name: second, phone: SHORT_PHONE }
  await serviceCall(site, 'PATCH', `/rest/v1/profiles?id=eq.${people.customer.id}`, profile)
  await serviceCall(site, 'PATCH', `/rest/v1/profiles?id=eq.${people.another.id}`, {
    first_name: PAYLOADS[5],
    last_name: PAYLOADS[3],
  })
  await serviceCall(site, 'POST', '/rest/v1/incidents', [
    { kind: 'attack-tried', detail: `I ${PAYLOADS.slice(0, 6).join(' ')}` },
  ])
  const failed = {
    template: 'contact',
    recipient: 'x"><svg/onload=window.__xss=17>@example.com',
    status: 'failed',
    attempts: 3,
  }
  await serviceCall(site, 'POST', '/rest/v1/email_outbox', [{ ...failed, last_error: `E ${ALL}`.slice(0, 500) }])
  const settings = {
    ...hostileSettings(PAYLOADS),
    COMPANY_NAME: `C ${PAYLOADS[5]}`,
    COMPANY_EMAIL: `"><svg/onload=window.__xss=14>@example.com`,
    COMPANY_PHONE: SHORT_PHONE,
    COMPANY_PHONE_2: 'javascript:window.__xss=15',
  }
  for (const [key, value] of Object.entries(settings)) {
    const changed = await serviceCall<unknown[]>(site, 'PATCH', `/rest/v1/config?key=eq.${key}`, { value })
    if (changed.length !== 1) throw new Error(`The config table has no setting ${key}`)
  }
}

function allScreens(vehicles: Planted[], isLong: boolean): Screen[] {
  const last = vehicles.at(-1) as Planted
  const first = vehicles[0] as Planted
  const listed = vehicles.filter((vehicle) => vehicle !== last)
  const detailed = isLong ? vehicles : [first, vehicles[5] as Planted]
  const company = [`C ${PAYLOADS[5]}`]
  const reflected = encodeURIComponent(ALL)
  const screens: Screen[] = [
    { name: 'home', path: '/', as: 'visitor', shows: [...company, `LINE ${PAYLOADS[0]}`, `TEXT ${PAYLOADS[0]}`] },
    { name: 'about', path: '/about', as: 'visitor', shows: [`STORY ${PAYLOADS[0]}`] },
    { name: 'faq', path: '/faq', as: 'visitor', shows: PAYLOADS.slice(0, 3) },
    { name: 'guides', path: '/guides', as: 'visitor' },
    { name: 'guide', path: '/guides/hostile', as: 'visitor', shows: [`BODY ${PAYLOADS[0]}`] },
    { name: 'fuel', path: '/vehicles/fuel/petrol', as: 'visitor', shows: [`BODY ${PAYLOADS[0]}`] },
    { name: 'privacy policy', path: '/privacy-policy', as: 'visitor', shows: PAYLOADS.slice(0, 3) },
    { name: 'make', path: `/vehicles/make/${reflected}`, as: 'visitor' },
    // Only the newest, which come first, because the browser does not lay out cards that are off screen.
    { name: 'vehicles', path: '/vehicles', as: 'visitor', shows: listed.slice(-3).map(({ title }) => title) },
    {
      name: 'vehicles, searched',
      path: `/vehicles?search=${reflected}&make=${reflected}&model=${reflected}`,
      as: 'visitor',
    },
    ...detailed.flatMap(({ id, title, payload }): Screen[] => [
      {
        name: `vehicle ${payload}`,
        path: `/vehicles/${id}`,
        as: 'visitor',
        shows: [title, `D ${payload}`, `F ${payload}`, `K ${payload}`, `V ${payload}`],
      },
      { name: `enquiry ${payload}`, path: `/vehicles/${id}/enquiry`, as: 'visitor' },
      { name: `test drive ${payload}`, path: `/vehicles/${id}/test-drive`, as: 'visitor' },
      {
        name: `edit ${payload}`,
        path: `/admin/vehicles/edit/${id}`,
        as: 'admin',
        shows: [title, `D ${payload}`, `F ${payload}`],
      },
    ]),
    { name: 'contact', path: '/contact', as: 'visitor', shows: [`ADDRESS ${PAYLOADS[0]}`] },
    { name: 'saved', path: '/saved-vehicles', as: 'visitor', shows: [first.title], open: (page) => save(page, first) },
    { name: 'not found', path: `/${reflected.slice(0, 300)}`, as: 'visitor' },
    {
      name: 'auth, returned',
      path: `/auth?returnTo=javascript:window.__xss=16&redirect=javascript:window.__xss=16`,
      as: 'visitor',
    },
    {
      name: 'confirm with invalid input',
      path: `/auth/confirm?type=signup&token_hash=${reflected}&redirect_to=javascript:window.__xss=18`,
      as: 'visitor',
    },
    {
      name: 'expired link',
      path: `/forgot-password?error_description=${reflected}#error=access_denied&error_code=otp_expired&error_description=${reflected}`,
      as: 'visitor',
    },
    {
      name: 'dashboard',
      path: '/dashboard',
      as: 'customer',
      shows: [`T ${PAYLOADS[0]}`, `REPLY ${PAYLOADS[0]}`],
      open: unfoldReplies,
    },
    { name: 'account', path: '/dashboard/account', as: 'customer', shows: PAYLOADS.slice(0, 2) },
    { name: 'customer enquiry', path: `/vehicles/${first.id}/enquiry`, as: 'customer' },
    {
      name: 'admin vehicles',
      path: '/admin/vehicles',
      as: 'admin',
      shows: listed.slice(0, 3).map(({ title }) => title),
    },
    { name: 'admin sold vehicles', path: '/admin/sold-vehicles', as: 'admin', shows: [last.title.replace(/\s/g, ' ')] },
    { name: 'admin enquiries', path: '/admin/enquiries', as: 'admin', shows: [`N ${PAYLOADS[9]}`], open: openFirst },
    {
      name: 'admin lead',
      path: '/admin/enquiries',
      as: 'admin',
      shows: [`NOTE ${PAYLOADS[0]}`, `REPLY ${PAYLOADS[0]}`],
      open: openLead,
    },
    { name: 'admin person', path: '/admin/people', as: 'admin', shows: [`NOTES ${PAYLOADS[0]}`], open: openPerson },
    { name: 'admin customers', path: '/admin/customers', as: 'admin', shows: [PAYLOADS[5] as string] },
    {
      name: 'admin settings',
      path: '/admin/settings',
      as: 'admin',
      shows: [`C ${PAYLOADS[5]}`, `ADDRESS ${PAYLOADS[0]}`],
    },
    { name: 'admin settings, brand', path: '/admin/settings/brand', as: 'admin', shows: [`OVERLINE ${PAYLOADS[0]}`] },
    { name: 'admin guides', path: '/admin/settings/guides', as: 'admin', shows: [`T ${PAYLOADS[0]}`.slice(0, 120)] },
    { name: 'admin guide', path: '/admin/settings/guides/00000000-0000-4000-8000-000000000780', as: 'admin' },
    { name: 'admin settings, pages', path: '/admin/settings/pages', as: 'admin', shows: [`STORY ${PAYLOADS[0]}`] },
    { name: 'admin settings, legal', path: '/admin/settings/legal', as: 'admin', shows: [`NAME ${PAYLOADS[0]}`] },
    {
      name: 'admin settings, notifications',
      path: '/admin/settings/notifications',
      as: 'admin',
      shows: [`LINE ${PAYLOADS[0]}`],
    },
    { name: 'admin status', path: '/admin/status', as: 'admin', shows: [`E ${PAYLOADS[0]}`, `I ${PAYLOADS[0]}`] },
  ]
  const known = new Set(screens.map(({ path }) => path))
  return [
    ...screens,
    ...allPaths()
      .filter((path) => !known.has(path))
      .map(toScreen),
  ]
}

/** Every page of the site that has no parameter, and the settings tabs, but not files such as robots.txt. */
const allPaths = () => [
  ...SITE_PATHS.filter((path) => !path.includes('ID') && !path.includes('.')),
  ...Object.keys(SETTING_TABS).map((tab) => `/admin/settings/${tab}`),
]

function toScreen(path: string): Screen {
  const area = path.split('/')[1]
  return { name: path, path, as: area === 'admin' ? 'admin' : area === 'dashboard' ? 'customer' : 'visitor' }
}

async function save(page: Page, { id, title, payload }: Planted): Promise<void> {
  const image = `/storage/v1/object/public/vehicle-images/${payload}.webp`
  const vehicle = { id, title, make: payload, model: payload, price: 1, year: 2020, mileage: 1, images: [image] }
  await page.evaluate((text) => window.localStorage.setItem('saved_vehicles', text), JSON.stringify([vehicle]))
  await page.reload()
}

/** Opens the newest message. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^View/ }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function openLead(page: Page): Promise<void> {
  await openFirst(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Open lead' }).click()
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
}

async function unfoldReplies(page: Page): Promise<void> {
  await page
    .getByText(/^Our reply on/)
    .last()
    .waitFor()
  for (const reply of await page.getByText(/^Our reply on/).all()) await reply.click()
}

async function openPerson(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Enquiries and test drives' }).waitFor()
}

async function openAs(browser: Browser, site: Site, session: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  await context.addInitScript((stored) => {
    const found: string[] = []
    Object.assign(window, { __violations: found })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective.startsWith('script-src')) found.push(`${effectiveDirective} ${blockedURI}`)
    })
    if (stored) window.localStorage.setItem('forecourt-auth', stored)
    window.localStorage.setItem('cookie_consent', 'declined')
  }, session)
  // Blocks requests to other servers.
  await context.route(
    (url) => url.origin !== new URL(site.url).origin,
    (route) => route.abort(),
  )
  return context
}

async function look(context: BrowserContext, site: Site, screen: Screen): Promise<Failure[]> {
  const page = await context.newPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const url = site.url + screen.path
  const fail = (what: string): Failure => ({ what: `${screen.name} (as ${screen.as}): ${what}`, again: url })
  try {
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await screen.open?.(page)
    const missing = await waitForTexts(page, screen)
    const failures = (await findTraces(page)).map(fail)
    if (dialogs.length > 0) failures.push(fail(`a dialog opened: ${dialogs.join(', ')}`))
    for (const text of missing) failures.push(fail(`does not show ${text}`))
    return failures
  } catch (error) {
    return [fail(`could not be opened: ${error}`)]
  } finally {
    await page.close()
  }
}

const TEXT_WAIT_MS = 15_000

async function waitForTexts(page: Page, { shows: wanted = [], isStill }: Screen): Promise<string[]> {
  const deadline = Date.now() + TEXT_WAIT_MS
  const flat = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
  let missing = wanted
  do {
    const shown = flat(await readableText(page))
    missing = wanted.filter((text) => !shown.includes(flat(text)))
    if (missing.length > 0) await page.waitForTimeout(250)
  } while (missing.length > 0 && Date.now() < deadline)
  if (wanted.length === 0 && !isStill) await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  return missing
}

const readableText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.body.innerText, ...fields].join('\n')
  })

/** Evidence that a script ran, or would have run without the content security policy. */
function findTraces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const traces: string[] = []
    const { __xss, __violations = [] } = window as unknown as { __xss?: number; __violations?: string[] }
    if (__xss !== undefined) traces.push(`payload ${__xss} ran`)
    for (const violation of __violations) {
      if (/inline|javascript/.test(violation))
        traces.push(`only the content security policy stopped a script: ${violation}`)
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on') && value.includes('__xss')) traces.push(`<${element.tagName}> has ${name}="${value}"`)
        if (/^(href|src|action|formaction)$/.test(name) && /^\s*javascript:/i.test(value)) {
          traces.push(`<${element.tagName}> has ${name}="${value}"`)
        }
      }
      if (element.tagName === 'SCRIPT' && /^window\.__xss/.test(element.textContent ?? ''))
        traces.push('the page contains a script element')
      if (element.tagName === 'IFRAME' && element.hasAttribute('srcdoc'))
        traces.push('the page contains an iframe with srcdoc')
    }
    return [...new Set(traces)]
  })
}

/**
 * The checks must find every payload in a page that escapes nothing; otherwise a pass on other pages would prove
 * nothing.
 */
async function checkDetection(context: BrowserContext, site: Site): Promise<Failure[]> {
  const failures: Failure[] = []
  const path = '/unescaped-page'
  for (const payload of PAYLOADS.filter((text) => /<\w/.test(text))) {
    await context.route(`**${path}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<input value="${payload}"><p>${payload}` }),
    )
    const seen = await look(context, site, { name: 'unescaped page', path, as: 'visitor', isStill: true })
    if (seen.length === 0) failures.push({ what: `the checks do not detect ${payload}` })
    await context.unroute(`**${path}`)
  }
  return failures
}

/** Opens the development mailbox and shows each email as an email program would. */
async function checkEmails(context: BrowserContext, site: Site, most: number, failures: Failure[]): Promise<number> {
  const mailbox = /https?:\/\/[^/\s]+(\/dev\/mailbox\/\S+)/.exec(site.log())?.[1]
  if (!mailbox) {
    failures.push({ what: 'the log has no mailbox URL' })
    return 0
  }
  const list = await send(site.url, { path: mailbox })
  const ids = [...new Set([...list.text.matchAll(/href="\.\/([0-9a-f-]{36})"/g)].map(([, id]) => id as string))]
  if (ids.length === 0) failures.push({ what: 'no email was written' })
  const screens = ids.slice(0, most).flatMap((id) => [
    { name: `email ${id}`, path: `${mailbox}${id}` },
    { name: `email ${id}, HTML`, path: `${mailbox}${id}/html` },
  ])
  for (const screen of [{ name: 'mailbox', path: mailbox }, ...screens]) {
    failures.push(...(await look(context, site, { ...screen, as: 'visitor', isStill: true })))
  }
  return Math.min(ids.length, most)
}
