// Makes every back-office call with a customer's token. The database enforces access; the screens' guard only
// redirects.
import type { Person } from '../fixtures/test.ts'
import { expect, type InboxRecord, test as office, type VehicleRecord } from './office.ts'

interface Reply {
  status: number
  body: unknown
}

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

interface Stage {
  customer: Person
  other: Person
  vehicle: VehicleRecord
  enquiry: InboxRecord
  testDrive: InboxRecord
}

const test = office.extend<{ as: (who: Person | null) => Promise<Call>; stage: Stage }>({
  as: async ({ site }, use) => {
    await use(async (who) => {
      const apikey = site.keys.publishableKey
      const token = who ? await tokenOf(site.backendUrl, apikey, who) : null
      return async (method, path, body, headers = {}) => {
        const response = await fetch(site.backendUrl + path, {
          method,
          headers: {
            apikey,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            'content-type': 'application/json',
            prefer: 'return=representation',
            ...headers,
          },
          body: body === undefined ? null : body instanceof Uint8Array ? body.slice().buffer : JSON.stringify(body),
        })
        const text = await response.text()
        return { status: response.status, body: text ? JSON.parse(text) : null }
      }
    })
  },
  stage: async ({ createCustomer, createVehicle, createEnquiry, createTestDrive }, use) => {
    const vehicle = await createVehicle({
      images: ['/storage/v1/object/public/vehicle-images/x.webp'],
      features: ['Radio'],
    })
    await use({
      customer: await createCustomer(),
      other: await createCustomer(),
      vehicle,
      enquiry: await createEnquiry(vehicle),
      testDrive: await createTestDrive(vehicle),
    })
  },
})

async function tokenOf(url: string, apikey: string, { email, password }: Person): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const VEHICLE = {
  title: 'Stolen',
  make: 'Rover',
  model: 'P6',
  year: 1972,
  price: 1,
  mileage: 1,
  fuel_type: 'Petrol',
  transmission: 'Manual',
}

/** Every call that the back-office screens make. */
function adminCalls({ customer, other, vehicle, enquiry, testDrive }: Stage): [string, string, string, unknown?][] {
  const parts = { _images: [], _features: [], _specifications: [] }
  const withRecord = (record: object) => ({ _vehicle: { id: vehicle.id }, ...parts, _record: record })
  const lead = { kind: 'enquiry', lead_id: enquiry.id }
  const reply = {
    _id: crypto.randomUUID(),
    _kind: 'enquiry',
    _lead_id: enquiry.id,
    _subject: 'Stolen',
    _body: 'Stolen',
  }
  return [
    ['create a vehicle', 'POST', '/rest/v1/vehicles', VEHICLE],
    ['create a vehicle with its parts', 'POST', '/rest/v1/rpc/save_vehicle', { _vehicle: VEHICLE, ...parts }],
    ['change a vehicle', 'PATCH', `/rest/v1/vehicles?id=eq.${vehicle.id}`, { price: 1 }],
    [
      'change a vehicle with its parts',
      'POST',
      '/rest/v1/rpc/save_vehicle',
      { _vehicle: { id: vehicle.id, price: 1 }, ...parts },
    ],
    [
      'enter a registration',
      'POST',
      '/rest/v1/rpc/save_vehicle_record',
      withRecord({ identity: { registration: 'A1' } }),
    ],
    ['enter a purchase', 'POST', '/rest/v1/rpc/save_vehicle_record', withRecord({ ledger: { bought_for_pence: 1 } })],
    ['enter a sale', 'POST', '/rest/v1/vehicle_sales', { vehicle_id: vehicle.id, price_pence: 1 }],
    ['enter a cost', 'POST', '/rest/v1/vehicle_costs', { vehicle_id: vehicle.id, what: 'Stolen', amount_pence: 1 }],
    ['delete a vehicle', 'DELETE', `/rest/v1/vehicles?id=eq.${vehicle.id}`],
    [
      'add an image',
      'POST',
      '/rest/v1/vehicle_images',
      { vehicle_id: vehicle.id, image_url: '/x', is_primary: false, display_order: 1 },
    ],
    ['delete images', 'DELETE', `/rest/v1/vehicle_images?vehicle_id=eq.${vehicle.id}`],
    ['add a feature', 'POST', '/rest/v1/vehicle_features', { vehicle_id: vehicle.id, feature: 'Wings' }],
    ['delete features', 'DELETE', `/rest/v1/vehicle_features?vehicle_id=eq.${vehicle.id}`],
    [
      'add a specification',
      'POST',
      '/rest/v1/vehicle_specifications',
      { vehicle_id: vehicle.id, spec_key: 'a', spec_value: 'b' },
    ],
    ['delete specifications', 'DELETE', `/rest/v1/vehicle_specifications?vehicle_id=eq.${vehicle.id}`],
    [
      'preview a change of several vehicles',
      'POST',
      '/rest/v1/rpc/preview_vehicle_changes',
      { _ids: [vehicle.id], _change: { kind: 'feature' } },
    ],
    [
      'change several vehicles',
      'POST',
      '/rest/v1/rpc/change_vehicles',
      { _vehicles: { [vehicle.id]: null }, _change: { kind: 'feature' } },
    ],
    [
      'delete several vehicles',
      'POST',
      '/rest/v1/rpc/change_vehicles',
      { _vehicles: { [vehicle.id]: null }, _change: { kind: 'delete' } },
    ],
    ['add a make', 'POST', '/rest/v1/car_makes', { name: 'Stolen' }],
    ['delete makes', 'DELETE', '/rest/v1/car_makes?name=eq.Audi'],
    ['close an enquiry', 'PATCH', `/rest/v1/enquiries?id=eq.${enquiry.id}`, { status: 'Closed' }],
    ['close a test drive', 'PATCH', `/rest/v1/test_drives?id=eq.${testDrive.id}`, { status: 'Closed' }],
    ['close a message', 'PATCH', '/rest/v1/contact_messages?id=not.is.null', { status: 'Closed' }],
    ['add a message', 'POST', '/rest/v1/contact_messages', { name: 'a', email: 'a@example.com', message: 'b' }],
    ['add a person', 'POST', '/rest/v1/people', { name: 'Stolen' }],
    ['change a person', 'PATCH', `/rest/v1/people?email=eq.${enquiry.email}`, { notes: '' }],
    ['delete people', 'DELETE', '/rest/v1/people?id=not.is.null'],
    ['merge people', 'POST', '/rest/v1/rpc/merge_people', { _person_id: other.id, _into: customer.id }],
    ['undo a merge', 'POST', '/rest/v1/rpc/undo_merge', { _person_id: other.id }],
    ['export a person', 'POST', '/rest/v1/rpc/export_person', { _person_id: other.id }],
    ['erase a person', 'POST', '/rest/v1/rpc/erase_person', { _person_id: other.id }],
    ['read what visitors want', 'POST', '/rest/v1/rpc/what_to_buy', {}],
    ['list leads to be deleted', 'POST', '/rest/v1/rpc/expiring_leads', {}],
    ['change a customer', 'PATCH', `/rest/v1/profiles?id=eq.${other.id}`, { first_name: 'Mallory' }],
    ['change their own disabled flag', 'PATCH', `/rest/v1/profiles?id=eq.${customer.id}`, { disabled: true }],
    ['disable a customer', 'POST', '/rest/v1/rpc/set_customer_disabled', { _customer_id: other.id, _disabled: true }],
    ['make themselves an admin', 'POST', '/rest/v1/user_roles', { user_id: customer.id, role: 'admin' }],
    ['change a role', 'PATCH', `/rest/v1/user_roles?user_id=eq.${customer.id}`, { role: 'admin' }],
    [
      'write history',
      'POST',
      '/rest/v1/customer_disable_history',
      { customer_id: other.id, admin_id: customer.id, action: 'disabled' },
    ],
    ['change settings', 'PATCH', '/rest/v1/config?key=eq.COMPANY_NAME', { value: 'Mallory Cars' }],
    ['add a setting', 'POST', '/rest/v1/config', { key: 'EVIL', value: 'yes' }],
    [
      'save settings',
      'POST',
      '/rest/v1/rpc/save_settings',
      { changes: { COMPANY_NAME: 'Mallory Cars' }, seen: { COMPANY_NAME: 'Halden & Rowe Motor Cars' } },
    ],
    ['publish settings', 'POST', '/rest/v1/rpc/publish_settings', { tab: 'pages', changes: {}, seen: null }],
    ['write activity', 'POST', '/rest/v1/activity', { kind: 'enquiry', summary: 'nothing' }],
    ['read the outbox', 'GET', '/rest/v1/email_outbox'],
    ['sync with AutoTrader', 'POST', '/functions/v1/autotrader-sync', { vehicleId: vehicle.id, action: 'delete' }],
    ['read the site status', 'GET', '/functions/v1/site-status'],
    ['invite a colleague', 'POST', '/functions/v1/invite-colleague', { email: 'mallory@example.com' }],
    ['read the first steps', 'POST', '/rest/v1/rpc/first_steps', {}],
    ['hide the first steps', 'POST', '/rest/v1/rpc/hide_first_steps', { _hidden: true }],
    ['send a test email', 'POST', '/rest/v1/rpc/send_test_mail', {}],
    [
      'edit a customer',
      'POST',
      '/rest/v1/rpc/update_customer',
      {
        _customer_id: customer.id,
        _first_name: 'M',
        _last_name: '',
        _email: 'm@example.com',
        _phone: '',
        _role: 'admin',
      },
    ],
    ['welcome a colleague', 'POST', '/rest/v1/rpc/welcome_colleague', { _user_id: customer.id }],
    ['choose demo vehicles', 'POST', '/rest/v1/rpc/choose_demo_vehicles', {}],
    ['read the system status', 'POST', '/rest/v1/rpc/system_status', {}],
    ['read the backup status', 'POST', '/rest/v1/rpc/backup_status', {}],
    ['release held emails and listings', 'POST', '/rest/v1/rpc/release_outgoing', {}],
    ['note a call', 'POST', '/rest/v1/lead_events', { ...lead, event: 'call', body: 'Stolen' }],
    ['plan a next step', 'PATCH', `/rest/v1/lead_desk?lead_id=eq.${enquiry.id}`, { next_step: 'Stolen' }],
    ['reply to a lead', 'POST', '/rest/v1/rpc/send_reply', reply],
    ['preview a reply', 'POST', '/functions/v1/reply-preview', { subject: 'Stolen', body: 'Stolen', vehicleId: null }],
    ['send a reply again', 'POST', '/rest/v1/rpc/resend_reply', { _id: reply._id }],
    ['enter a call', 'POST', '/rest/v1/desk_leads', { came_by: 'telephone', name: 'Stolen', message: 'Stolen' }],
    ['assign a lead', 'PATCH', `/rest/v1/lead_desk?lead_id=eq.${enquiry.id}`, { assignee_id: null }],
    ['search the inbox', 'POST', '/rest/v1/rpc/search_inbox', { _words: [] }],
    ['count unread leads', 'GET', '/rest/v1/rpc/desk_counts'],
    ['read the reply templates', 'POST', '/rest/v1/rpc/reply_templates', {}],
    ['retry emails', 'POST', '/rest/v1/rpc/retry_undelivered', {}],
    ['discard failed emails', 'POST', '/rest/v1/rpc/put_undelivered_aside', { _queue: 'mail' }],
    ['add test vehicles', 'POST', '/rest/v1/rpc/seed_vehicle', { _vehicle: VEHICLE, ...parts }],
    ['dismiss an incident', 'DELETE', '/rest/v1/incidents?kind=not.is.null'],
  ]
}

const READS = [
  '/rest/v1/enquiries',
  '/rest/v1/test_drives',
  '/rest/v1/contact_messages',
  '/rest/v1/inbox',
  '/rest/v1/people',
  '/rest/v1/retention_notices',
  '/rest/v1/lead_desk',
  '/rest/v1/lead_events',
  '/rest/v1/vehicles_without_picture',
  '/rest/v1/vehicle_stock',
  '/rest/v1/vehicle_identity',
  '/rest/v1/vehicle_ledger',
  '/rest/v1/vehicle_costs',
  '/rest/v1/vehicle_sales',
  '/rest/v1/customer_disable_history',
  '/rest/v1/activity',
  '/rest/v1/undelivered',
  '/rest/v1/incidents',
  '/rest/v1/config?key=eq.EnableAutoTrader',
]

/** What sales staff may do; everything else in the lists is refused to them as well. */
const FOR_SALES = [
  'create a vehicle',
  'create a vehicle with its parts',
  'change a vehicle',
  'change a vehicle with its parts',
  'enter a registration',
  'add an image',
  'delete images',
  'add a feature',
  'delete features',
  'add a specification',
  'delete specifications',
  'preview a change of several vehicles',
  'change several vehicles',
  'add a make',
  'close an enquiry',
  'close a test drive',
  'close a message',
  'add a person',
  'change a person',
  'list leads to be deleted',
  'note a call',
  'plan a next step',
  'reply to a lead',
  'preview a reply',
  'send a reply again',
  'enter a call',
  'assign a lead',
  'search the inbox',
  'count unread leads',
  'read the reply templates',
]
const SALES_READS = [
  'enquiries',
  'test_drives',
  'contact_messages',
  'inbox',
  'people',
  'retention_notices',
  'lead_desk',
  'lead_events',
  'vehicles_without_picture',
  'vehicle_stock',
  'vehicle_identity',
  'activity',
]

/** Refused with an error status, or successful without affecting any rows, because row-level security hides them. */
const isRefused = ({ status, body }: Reply) => status >= 400 || (Array.isArray(body) && body.length === 0)

for (const who of ['customer', 'visitor'] as const) {
  test(`every admin call by a ${who} is refused and changes nothing`, async ({ as, stage, rest, site }) => {
    const call = await as(who === 'customer' ? stage.customer : null)
    const snapshot = () =>
      Promise.all([
        rest(
          `vehicles?id=eq.${stage.vehicle.id}&select=*,vehicle_images(*),vehicle_features(*),vehicle_specifications(*)`,
        ),
        rest('vehicles?title=eq.Stolen'),
        rest('car_makes?order=name'),
        rest(`enquiries?id=eq.${stage.enquiry.id}`),
        // The site's own email may be sent in the meantime.
        rest(`lead_desk?lead_id=eq.${stage.enquiry.id}&select=*,lead_events(*)&lead_events.event=neq.email`),
        rest(`test_drives?id=eq.${stage.testDrive.id}`),
        rest('profiles?order=id'),
        rest('user_roles?order=user_id'),
        rest('customer_disable_history?order=id'),
        rest('config?order=key'),
        rest('activity?order=id'),
      ])
    const before = await snapshot()

    for (const [what, method, path, body] of adminCalls(stage)) {
      const reply = await call(method, path, body)
      expect(isRefused(reply), `${what}: ${reply.status} ${JSON.stringify(reply.body)}`).toBe(true)
    }

    expect(await snapshot()).toEqual(before)

    await test.step(`a ${who} cannot read any back-office data`, async () => {
      for (const path of READS) {
        const reply = await call('GET', path)
        expect(isRefused(reply), `${path}: ${JSON.stringify(reply.body)}`).toBe(true)
      }
      const { body } = await call('GET', '/rest/v1/customers?select=id')
      const visible = Array.isArray(body) ? body : []
      expect(visible).toEqual(who === 'customer' ? [{ id: stage.customer.id }] : [])
    })

    await test.step(`a ${who} can neither add nor remove a picture`, async () => {
      const pixel = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const upload = await call('POST', '/storage/v1/object/vehicle-images/vehicles/evil.png', new Uint8Array(pixel), {
        'content-type': 'image/png',
      })
      expect(upload.status).toBeGreaterThanOrEqual(400)
      const [shown] = await rest<{ image_url: string }[]>(
        'vehicle_images?select=image_url&image_url=like.*/vehicles/*&limit=1',
      )
      const name = shown?.image_url.split('/vehicle-images/')[1]
      const removal = await call('DELETE', '/storage/v1/object/vehicle-images', { prefixes: [name] })
      expect(isRefused(removal), JSON.stringify(removal)).toBe(true)
      expect((await fetch(site.url + shown?.image_url)).status).toBe(200)
    })
  })
}

test('sales staff may do exactly what is on their list', async ({ as, stage, createCustomer, rest }) => {
  const sam = await createCustomer({ password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  const call = await as(sam)
  const calls = adminCalls({ ...stage, customer: sam })

  for (const [what, method, path, body] of calls.filter(([what]) => !FOR_SALES.includes(what))) {
    const reply = await call(method, path, body)
    expect(isRefused(reply), `${what}: ${reply.status} ${JSON.stringify(reply.body)}`).toBe(true)
  }
  for (const path of READS) {
    const name = path.split('/').at(-1) ?? ''
    const reply = await call('GET', path)
    if (SALES_READS.includes(name)) expect(reply.status, path).toBe(200)
    else expect(isRefused(reply), `${path}: ${JSON.stringify(reply.body)}`).toBe(true)
  }
  const leave = ['delete', 'add a make', 'add a person', 'enter a call', 'create'] // their traces would stay on the shared site
  for (const [what, method, path, body] of calls.filter(([what]) => FOR_SALES.includes(what))) {
    if (leave.some((word) => what.startsWith(word))) continue
    expect((await call(method, path, body)).status, what).toBeLessThan(300)
  }
  expect(await rest(`user_roles?user_id=eq.${sam.id}&select=role`)).toEqual([{ role: 'sales' }])
})
