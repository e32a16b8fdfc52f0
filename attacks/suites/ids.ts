// Tries to read, change and remove rows in every table as every kind of caller, over HTTP and with real tokens.
import { isLeadKind, LEAD_KINDS, LEADS } from '../../supabase/functions/_shared/lead-kinds.ts'
import { SETTINGS } from '../../supabase/functions/_shared/settings.ts'
import { type Answer, asCurl, type Call, from, send } from '../harness/http.ts'
import { type Actor, createPeople, type People, serviceCall } from '../harness/people.ts'
import type { Count } from '../harness/report.ts'
import { RELATIONS } from '../harness/schema.ts'
import { type Site, startSite } from '../harness/site.ts'
import { tryFunctions, tryRoutines } from './routines.ts'
import type { Suite } from './suite.ts'

type Row = Record<string, unknown>

/**
 * Who has access to a row: everyone; its customer and staff; its account's owner and admins; only its account's owner;
 * staff; admins; only the service; not even the service.
 */
type Reach = 'everyone' | 'owner' | 'private' | 'account' | 'staff' | 'admin' | 'service' | 'nobody'

interface Expectation {
  /** The columns that identify a row. */
  key: readonly string[]
  /** This column is written back unchanged. */
  column: string
  read: Reach | ((row: Row) => Reach)
  change: Reach
  remove: Reach
  /** The customer that the row belongs to, by id or email address. */
  owner?(row: Row): unknown
  /** Whether a disabled customer can still read their own rows. */
  disabledReads?: boolean
}

const byEmail = (row: Row) => row.email
const byId = (row: Row) => row.id
const PUBLIC = { read: 'everyone', change: 'staff', remove: 'admin' } as const
/** Changing a vehicle replaces its parts, so sales staff delete them too. */
const VEHICLE_PART = { ...PUBLIC, remove: 'staff' } as const
const DERIVED = { read: 'everyone', change: 'nobody', remove: 'nobody' } as const
const OFFICE = { read: 'staff', change: 'nobody', remove: 'nobody' } as const
const ADMIN = { read: 'admin', change: 'admin', remove: 'admin' } as const
const LEAD = { key: ['id'], column: 'status', read: 'owner', change: 'staff', remove: 'admin', owner: byEmail } as const
/** The service stores contact messages. */
const SERVICE_LEAD = { ...LEAD, remove: 'service' } as const
/** Calls and visits, which staff enter. */
const STAFF_LEAD = { key: ['id'], column: 'status', read: 'staff', change: 'staff', remove: 'admin' } as const
const LEAD_BY_SENDER = { insert: LEAD, 'send-email': SERVICE_LEAD, staff: STAFF_LEAD } as const
const SERVICE = { read: 'service', change: 'service', remove: 'service' } as const

const SETTING_READERS = { visitor: 'everyone', admin: 'admin', service: 'service' } as const
const READERS_BY_KEY = new Map<unknown, Reach>(
  Object.values(SETTINGS).map(({ key, readableBy }) => [key, SETTING_READERS[readableBy]]),
)

const STAFF_PEOPLE = ['person_added', 'person_updated', 'people_merged', 'merge_undone']

/** Sales staff read about leads, people and vehicles, and only admins about accounts and settings. */
const activityReach = ({ kind }: Row): Reach => {
  const name = String(kind)
  const isDaily = name.startsWith('vehicle_') || STAFF_PEOPLE.includes(name)
  return isDaily || isLeadKind(name.split('_')[0] ?? '') ? 'staff' : 'admin'
}

const EXPECTATIONS: Record<string, Expectation> = {
  vehicles: { key: ['id'], column: 'title', ...PUBLIC },
  vehicle_images: { key: ['vehicle_id', 'display_order'], column: 'image_url', ...VEHICLE_PART },
  vehicle_features: { key: ['id'], column: 'feature', ...VEHICLE_PART },
  vehicle_specifications: { key: ['id'], column: 'spec_value', ...VEHICLE_PART },
  listed_vehicles: { key: ['id'], column: 'make', ...DERIVED },
  searched_vehicles: { key: ['id'], column: 'make', ...DERIVED },
  vehicles_without_picture: { key: ['id'], column: 'id', ...OFFICE },
  price_history: { key: ['vehicle_id', 'since'], column: 'price', ...OFFICE },
  vehicle_stock: { key: ['vehicle_id'], column: 'since', ...OFFICE },
  // The row is the admin's own.
  vehicle_changes: { key: ['id'], column: 'summary', read: 'admin', change: 'service', remove: 'service' },
  vehicle_identity: { key: ['vehicle_id'], column: 'registration', read: 'staff', change: 'staff', remove: 'admin' },
  vehicle_ledger: { key: ['vehicle_id'], column: 'bought_from', ...ADMIN },
  vehicle_costs: { key: ['id'], column: 'what', ...ADMIN },
  vehicle_sales: { key: ['vehicle_id'], column: 'channel', ...ADMIN },
  withheld_prices: { key: ['vehicle_id'], column: 'price', ...OFFICE },
  vehicle_reservations: { key: ['vehicle_id'], column: 'note', read: 'staff', change: 'staff', remove: 'service' },
  demo_vehicles: { key: ['vehicle_id'], column: 'marked_at', ...ADMIN },
  demo_stock: { key: ['id'], column: 'title', ...OFFICE, read: 'admin' },
  car_makes: { key: ['name'], column: 'name', ...PUBLIC },
  make_stock: { key: ['make'], column: 'make', ...OFFICE },
  model_stock: { key: ['make', 'model'], column: 'model', ...OFFICE },
  setting_versions: { key: ['id'], column: 'content', read: 'admin', change: 'service', remove: 'service' },
  pages: { key: ['id'], column: 'title', read: 'admin', change: 'service', remove: 'admin' },
  published_pages: { key: ['id'], column: 'title', ...DERIVED },
  page_versions: { key: ['page_id', 'version'], column: 'title', read: 'admin', change: 'service', remove: 'service' },
  config: {
    key: ['key'],
    column: 'value',
    read: ({ key }) => READERS_BY_KEY.get(key) ?? 'nobody',
    change: 'admin',
    remove: 'admin',
  },
  ...Object.fromEntries(LEAD_KINDS.map((kind) => [LEADS[kind].table, LEAD_BY_SENDER[LEADS[kind].sentBy]])),
  lead_desk: { key: ['kind', 'lead_id'], column: 'next_step', read: 'staff', change: 'staff', remove: 'service' },
  lead_events: { key: ['id'], column: 'body', read: 'staff', change: 'service', remove: 'service' },
  people: { key: ['id'], column: 'notes', read: 'staff', change: 'staff', remove: 'service' },
  retention_notices: {
    key: ['kind', 'lead_id'],
    column: 'noticed_at',
    read: 'staff',
    change: 'service',
    remove: 'service',
  },
  inbox: { key: ['id'], column: 'status', ...OFFICE },
  profiles: {
    key: ['id'],
    column: 'first_name',
    read: 'account',
    change: 'account',
    remove: 'service',
    owner: byId,
    disabledReads: true,
  },
  customers: {
    key: ['id'],
    column: 'first_name',
    read: 'account',
    change: 'nobody',
    remove: 'nobody',
    owner: byId,
    disabledReads: true,
  },
  user_roles: {
    key: ['user_id'],
    column: 'role',
    read: 'account',
    change: 'admin',
    remove: 'admin',
    owner: (row) => row.user_id,
    disabledReads: true,
  },
  saved_vehicles: {
    key: ['user_id', 'vehicle_id'],
    column: 'saved_at',
    read: 'private',
    change: 'service',
    remove: 'service',
    owner: (row) => row.user_id,
  },
  customer_disable_history: { key: ['id'], column: 'action', read: 'admin', change: 'service', remove: 'service' },
  activity: { key: ['id'], column: 'summary', read: activityReach, change: 'service', remove: 'service' },
  incidents: { key: ['kind'], column: 'detail', read: 'admin', change: 'service', remove: 'admin' },
  autotrader_syncs: { key: ['vehicle_id'], column: 'stock_id', read: 'staff', change: 'service', remove: 'service' },
  undelivered: { key: ['id'], column: 'status', read: 'admin', change: 'nobody', remove: 'nobody' },
  email_outbox: { key: ['id'], column: 'status', ...SERVICE },
  function_limits: { key: ['key'], column: 'used', ...SERVICE },
  function_state: { key: ['key'], column: 'value', ...SERVICE, remove: 'nobody' },
}

export const ids: Suite = async ({ isLong }) => {
  // Requests come from many networks, because one network would reach its limits, which the flood suite tests.
  const site = await startSite({ TRUST_PROXY: '1' })
  try {
    const people = await createPeople(site)
    await createRows(site, people)
    const count: Count = { tried: 0, failures: [] }
    let rowsTried = 0
    for (const { name } of RELATIONS) {
      const expectation = EXPECTATIONS[name]
      if (!expectation) {
        count.failures.push({ what: `no expectation for ${name}: add it to the table in attacks/suites/ids.ts` })
        continue
      }
      const rows = await serviceCall<Row[]>(site, 'GET', `/rest/v1/${name}?select=*&limit=1000`)
      if (rows.length === 0) count.failures.push({ what: `${name} has no row to test` })
      const tried = isLong ? rows : oneOfAKind(rows, expectation)
      rowsTried += tried.length
      for (const actor of Object.keys(people.headers) as Actor[]) {
        for (const row of tried) await tryRow(site, people, name, expectation, actor, row, count)
      }
    }
    await tryAccounts(site, people, count)
    await tryFunctions(site, people, count)
    await tryRoutines(site, people, count)
    await tryPictures(site, people, count)
    await tryEmbeds(site, people, count)
    const figures = {
      tables: RELATIONS.length,
      rows: rowsTried,
      actors: Object.keys(people.headers).length,
      'requests checked': count.tried,
    }
    return { suite: 'ids', figures, failures: count.failures }
  } finally {
    await site.remove()
  }
}

async function tryRow(
  site: Site,
  people: People,
  table: string,
  expectation: Expectation,
  actor: Actor,
  row: Row,
  count: Count,
): Promise<void> {
  const filter = expectation.key.map((key) => `${key}=eq.${encodeURIComponent(String(row[key]))}`).join('&')
  const headers = { ...people.headers[actor], 'content-type': 'application/json', prefer: 'return=representation' }
  const base = { path: `/rest/v1/${table}?${filter}`, headers }
  const mayRead = mayReach(reachOf(expectation.read, row), expectation, people, actor, row, true)
  const mayChange = mayReach(expectation.change, expectation, people, actor, row, false)
  const mayRemove = mayReach(expectation.remove, expectation, people, actor, row, false)

  const change = { ...base, method: 'PATCH', body: JSON.stringify({ [expectation.column]: row[expectation.column] }) }
  const calls: [may: boolean, call: Call][] = [
    [mayRead, base],
    [mayChange, change],
    // Deletions that are allowed would leave nothing for the next caller, so the policy tests cover them instead.
    ...(mayRemove ? [] : [[false, { ...base, method: 'DELETE' }] as [boolean, Call]]),
  ]
  for (const [may, call] of calls) {
    const answer = await send(site.url, from(count.tried, call))
    count.tried++
    const wrong = judge(may, actor, call, answer)
    if (wrong) {
      // One example of each failure is enough.
      const kind = `${table}: ${wrong}`
      if (!count.failures.some(({ what }) => what.startsWith(kind))) {
        count.failures.push({ what: `${kind} (as ${actor})`, again: asCurl(site.url, call) })
      }
    }
  }
}

/** The first row for each access level and owner; the same rules apply to the other rows. */
const oneOfAKind = (rows: Row[], { read, owner }: Expectation): Row[] => [
  ...new Map(rows.toReversed().map((row) => [`${reachOf(read, row)} ${owner?.(row)}`, row])).values(),
]

const reachOf = (reach: Expectation['read'], row: Row): Reach => (typeof reach === 'function' ? reach(row) : reach)

const WITHOUT_ACCESS: readonly Actor[] = ['disabled customer', 'disabled sales', 'admin without the second step']

function mayReach(
  reach: Reach,
  expectation: Expectation,
  people: People,
  actor: Actor,
  row: Row,
  isRead: boolean,
): boolean {
  if (reach === 'everyone') return true
  if (reach === 'nobody') return false
  if (actor === 'service') return true
  if (reach === 'service') return false
  if (actor === 'admin') return reach !== 'private'
  if (reach === 'admin') return false
  if (actor === 'sales' && (reach === 'staff' || reach === 'owner')) return true
  if (reach === 'staff' || actor === 'visitor' || actor === 'admin whose session ended') return false
  const { customer, another, disabled, sales, admin, disabledSales, halfwayAdmin, endedAdmin } = people
  const person = {
    customer,
    'another customer': another,
    'disabled customer': disabled,
    sales,
    'disabled sales': disabledSales,
    'admin without the second step': halfwayAdmin,
  }
  if (WITHOUT_ACCESS.includes(actor) && !(isRead && expectation.disabledReads)) return false
  const owner = expectation.owner?.(row)
  const colleagues = [sales, admin, disabledSales, halfwayAdmin, endedAdmin]
  if (actor === 'sales' && isRead && colleagues.some(({ id }) => id === owner)) return true
  return owner === person[actor].id || owner === person[actor].email
}

function judge(may: boolean, actor: Actor, call: Call, answer: Answer): string | null {
  if (answer.status >= 500 || answer.status === 0) return `status ${answer.status} ${answer.error ?? answer.text}`
  const reached = answer.status < 300 ? reachedRows(answer) : 0
  if (!may && reached > 0) return `${call.method ?? 'GET'} had access to the row (status ${answer.status})`
  // Another rule, such as the one that protects the last admin, may still refuse an allowed change.
  if (may && reached === 0 && (call.method ?? 'GET') === 'GET' && !isEnded(actor, answer))
    return `the row could not be read: ${answer.status} ${answer.text}`
  return null
}

/** An ended session is refused where a policy asks who the caller is, and is a visitor elsewhere. */
const isEnded = (actor: Actor, { status }: Answer) => actor === 'admin whose session ended' && status === 401

function reachedRows({ text }: Answer): number {
  const rows: unknown = text ? JSON.parse(text) : []
  return Array.isArray(rows) ? rows.length : 1
}

/** Accounts are not in the public tables, and only the secret key gives access to them. */
async function tryAccounts(site: Site, people: People, count: Count): Promise<void> {
  const { customer, another, disabled, sales, admin } = people
  const others = (Object.keys(people.headers) as Actor[]).filter((actor) => actor !== 'service')
  for (const { id } of [customer, another, disabled, sales, admin]) {
    for (const actor of others) {
      const headers = { ...people.headers[actor], 'content-type': 'application/json' }
      const path = `/auth/v1/admin/users/${id}`
      const calls: Call[] = [
        { path, headers },
        { method: 'PUT', path, headers, body: JSON.stringify({ password: 'taken-over-by-me' }) },
        { method: 'DELETE', path, headers },
      ]
      for (const call of calls) {
        const answer = await send(site.url, from(count.tried++, call))
        if (answer.status < 400 || answer.status >= 500) {
          count.failures.push({ what: `${actor}, account ${id}: ${answer.status}`, again: asCurl(site.url, call) })
        }
      }
    }
  }
}

/** A vehicle's private facts must not be reached through the vehicle, which everyone can read. */
async function tryEmbeds(site: Site, people: People, count: Count): Promise<void> {
  const forStaff = ['vehicle_identity', 'vehicle_reservations', 'withheld_prices']
  const tables = [...forStaff, 'vehicle_ledger', 'vehicle_costs', 'vehicle_sales']
  const actors = (Object.keys(people.headers) as Actor[]).filter((actor) => actor !== 'service' && actor !== 'admin')
  for (const table of tables) {
    for (const actor of actors) {
      const may = actor === 'sales' && forStaff.includes(table)
      const headers = { ...people.headers[actor], prefer: 'count=exact' }
      for (const select of [`id,found:${table}!inner(*)`, `id,found:${table}!inner(vehicle_id)`]) {
        const call: Call = { path: `/rest/v1/vehicles?select=${select}&limit=5`, headers }
        const answer = await send(site.url, from(count.tried++, call))
        const reached = answer.status < 300 && reachedRows(answer) > 0
        if (answer.status >= 500 || reached !== may) {
          count.failures.push({ what: `${actor}, ${table} embedded: ${answer.status}`, again: asCurl(site.url, call) })
        }
      }
    }
  }
}

async function tryPictures(site: Site, people: People, count: Count): Promise<void> {
  const listing = { method: 'POST', body: JSON.stringify({ prefix: 'vehicles', limit: 3 }) }
  const listHeaders = { ...people.headers.service, 'content-type': 'application/json' }
  const listed = await send(site.url, {
    path: '/storage/v1/object/list/vehicle-images',
    headers: listHeaders,
    ...listing,
  })
  const names = (JSON.parse(listed.text) as { name: string }[]).map(({ name }) => `vehicles/${name}`)
  if (names.length === 0) count.failures.push({ what: 'there is no picture to test' })
  const others = (Object.keys(people.headers) as Actor[]).filter((actor) => actor !== 'service' && actor !== 'admin')
  for (const name of names) {
    for (const actor of others) {
      const base = { path: `/storage/v1/object/vehicle-images/${name}`, headers: people.headers[actor] }
      const overwrite = { ...base, headers: { ...base.headers, 'content-type': 'image/webp', 'x-upsert': 'true' } }
      const calls: Call[] = [
        { ...base, method: 'DELETE' },
        // Refused as a picture where the caller may write.
        { ...overwrite, method: 'POST', body: 'RIFF' },
        { ...overwrite, method: 'PUT', body: 'RIFF' },
        { ...overwrite, method: 'POST', path: `/storage/v1/object/upload/sign/vehicle-images/${name}` },
        // A copy is a new picture, which sales staff may add.
        ...onBucket(base.headers, name).filter(({ path }) => actor !== 'sales' || !path.endsWith('/copy')),
      ]
      for (const call of calls) {
        const answer = await send(site.url, from(count.tried++, call))
        if (answer.status < 400 || answer.status >= 500) {
          count.failures.push({ what: `${actor}, picture ${name}: ${answer.status}`, again: asCurl(site.url, call) })
        }
      }
    }
  }
}

/** Requests that would remove or hide a picture without naming it in the URL. */
function onBucket(given: Call['headers'], sourceKey: string): Call[] {
  const headers = { ...given, 'content-type': 'application/json' }
  const bucket = '/storage/v1/bucket/vehicle-images'
  const transfer = JSON.stringify({ bucketId: 'vehicle-images', sourceKey, destinationKey: `${sourceKey}.gone` })
  return [
    { method: 'POST', path: '/storage/v1/object/move', headers, body: transfer },
    { method: 'POST', path: '/storage/v1/object/copy', headers, body: transfer },
    { method: 'PUT', path: bucket, headers, body: JSON.stringify({ public: false }) },
    { method: 'POST', path: `${bucket}/empty`, headers, body: '{}' },
    { method: 'DELETE', path: bucket, headers, body: '{}' },
  ]
}

/** Creates at least one row in every table, and leads for each customer. */
async function createRows(site: Site, people: People): Promise<void> {
  const [vehicle, reserved] = await serviceCall<{ id: string }[]>(
    site,
    'GET',
    '/rest/v1/vehicles?select=id&sold=is.false&order=id&limit=2',
  )
  const vehicle_id = vehicle?.id
  const add = (table: string, rows: object[]) => serviceCall(site, 'POST', `/rest/v1/${table}`, rows)
  const unseen = { title: 'Unseen', make: 'Alvis', model: 'TA14', year: 1947, price: 1, mileage: 1 }
  await add('vehicles', [{ ...unseen, fuel_type: 'Petrol', transmission: 'Manual' }])
  await serviceCall(site, 'PATCH', `/rest/v1/vehicles?id=eq.${reserved?.id}`, {
    price_on_application: true,
    reserved_until: '2099-01-01',
  })
  const customers = [people.customer, people.another, people.disabled]
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  for (const kind of LEAD_KINDS) {
    const senders = kind === 'enquiry' ? [...customers, { email: 'guest@example.com' }] : customers
    await add(
      LEADS[kind].table,
      senders.map(({ email }, n) => ({
        name: 'A',
        email,
        phone: '1',
        message: 'x',
        ...(LEADS[kind].vehicleWord && { vehicle_id }),
        ...(kind === 'desk' && { came_by: 'telephone' }),
        ...(kind === 'test-drive' && { preferred_date: `${day}T1${n}:00:00` }),
      })),
    )
  }
  await add('user_roles', [{ user_id: people.customer.id, role: 'user' }])
  await add(
    'saved_vehicles',
    customers.map(({ id }) => ({ user_id: id, vehicle_id })),
  )
  await add('customer_disable_history', [
    { customer_id: people.disabled.id, admin_id: people.admin.id, action: 'disabled' },
  ])
  await add('incidents', [{ kind: 'disk-full', detail: 'x' }])
  await add('email_outbox', [{ template: 'contact', status: 'failed', last_error: 'x' }])
  await add('autotrader_syncs', [{ vehicle_id }])
  await add('function_limits', [{ key: 'x', used: 1, resets_at: '2030-01-01T00:00:00Z' }])
  await add('function_state', [{ key: 'x', value: {} }])
  const [lead] = await serviceCall<Row[]>(site, 'GET', '/rest/v1/lead_desk?select=kind,lead_id&limit=1')
  const [theirs] = await serviceCall<Row[]>(
    site,
    'GET',
    `/rest/v1/enquiries?select=id&email=eq.${encodeURIComponent(people.another.email)}`,
  )
  await add('lead_events', [{ ...lead, event: 'note', body: 'x' }])
  await add('lead_events', [
    { kind: 'enquiry', lead_id: theirs?.id, event: 'reply', subject: 'x', body: 'x', delivery: 'failed' },
  ])
  await add('retention_notices', [{ ...lead }])
  await add('vehicle_changes', [{ change: {}, vehicles: [], summary: 'x', actor_id: people.admin.id }])
  for (const [n, _publish] of [true, false].entries())
    await serviceCall(site, 'POST', '/rest/v1/rpc/save_page', {
      _id: `00000000-0000-4000-8000-00000000077${n}`,
      _page: { path: `/guides/x-${n}`, title: 'X', body: 'x' },
      _publish,
    })
  await add('setting_versions', [{ tab: 'pages', content: {} }])
}
