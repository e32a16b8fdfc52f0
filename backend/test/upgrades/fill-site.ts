// Uses a site over HTTP as its users do, and records what they then see. It relies only on the protocols, so it works with
// any commit that supports them.

import { createHash } from 'node:crypto'

export const ADMIN = { email: 'owner@upgrade.example', password: 'brass-lantern-44' }
export const CUSTOMER = { email: 'rosa.field@upgrade.example', password: 'quiet-harbour-17' }
const UNCONFIRMED = { email: 'waits@upgrade.example', password: 'paper-sparrow-80' }

type Row = Record<string, unknown>

export interface Site {
  url: string
  publishableKey: string
  /** Where the unsent emails can be read. */
  mailbox: string
}

export interface Facts {
  /** As a visitor sees them, sorted by id. */
  vehicles: Row[]
  deletedVehicle: { id: string; title: string }
  editedVehicle: { id: string; title: string }
  soldVehicle: { id: string; title: string }
  /** SHA-256 of each served picture, by address. */
  pictures: Record<string, string>
  settings: Row[]
  leads: { enquiries: Row[]; test_drives: Row[]; contact_messages: Row[] }
  profiles: Row[]
  /** Ids of the emails queued for a mail server. */
  mails: string[]
  session: { refresh_token: string; user: { id: string; email: string } }
}

export type Call = <T = Row[]>(path: string, body?: unknown, method?: string) => Promise<T>

/** Calls the services as a visitor, or as the user of the token. */
export function callerOf(site: Pick<Site, 'url' | 'publishableKey'>, token?: string): Call {
  return async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${site.url}${path}`, {
      method,
      headers: {
        apikey: site.publishableKey,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body instanceof Uint8Array
          ? { 'content-type': 'image/png' }
          : { 'content-type': 'application/json', prefer: 'return=minimal' }),
        'x-captcha-token': 'off',
      },
      body: body === undefined ? undefined : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text ? JSON.parse(text) : null
  }
}

interface Session {
  access_token: string
  refresh_token: string
  user: { id: string; email: string }
}

export const signIn = (call: Call, who: { email: string; password: string }) =>
  call<Session>('/auth/v1/token?grant_type=password', who)

export const VEHICLES =
  '/rest/v1/vehicles?select=*,vehicle_images(image_url,is_primary,display_order),vehicle_features(feature),vehicle_specifications(spec_key,spec_value)&order=id'

interface Saved {
  id: string
  title: string
  updated_at: string
  sold: boolean
}

export async function fillSite(site: Site, picture: Uint8Array): Promise<Facts> {
  const visitor = callerOf(site)
  const session = await registerCustomers(site, visitor)
  const admin = callerOf(site, (await signIn(visitor, ADMIN)).access_token)
  await changeSettings(admin)
  const stock = await fillStock(site, admin, picture)
  await sendLeads(visitor, stock)
  const [enquiry] = await admin<{ id: string }[]>('/rest/v1/enquiries?order=created_at&limit=1')
  await admin(`/rest/v1/enquiries?id=eq.${enquiry?.id}`, { status: 'In Progress' }, 'PATCH')
  return recordFacts(site, admin, { ...stock, session })
}

async function registerCustomers(site: Site, visitor: Call): Promise<Session> {
  for (const who of [CUSTOMER, UNCONFIRMED]) {
    await visitor('/auth/v1/signup', {
      ...who,
      data: { first_name: 'Rosa', last_name: 'Field', phone: '07123 456789' },
    })
  }
  for (const id of await listMails(site)) {
    const mail = await (await fetch(`${site.mailbox}${id}`)).text()
    const token_hash = /\/auth\/confirm\?token_hash=([\w-]+)/.exec(mail)?.[1]
    if (mail.includes(CUSTOMER.email) && token_hash) await visitor('/auth/v1/verify', { type: 'signup', token_hash })
  }
  return signIn(visitor, CUSTOMER)
}

async function listMails({ mailbox }: Site): Promise<string[]> {
  const list = await (await fetch(mailbox)).text()
  return [...list.matchAll(/href="\.\/([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '').sort()
}

async function changeSettings(admin: Call): Promise<void> {
  const changes = { COMPANY_NAME: 'Field & Daughter Motors', COMPANY_PHONE: '01733 555010' }
  for (const [key, value] of Object.entries(changes)) {
    await admin(`/rest/v1/config?key=eq.${key}`, { value }, 'PATCH')
  }
}

const describe = (vehicle: Row) => ({
  make: 'Rover',
  model: 'P6',
  year: 1972,
  price: 12_500,
  mileage: 61_000,
  fuel_type: 'Petrol',
  transmission: 'Manual',
  description: 'One family since new.\n\nService book & "MOTs" <complete>.',
  ...vehicle,
})

/** Adds four vehicles with pictures, then edits one, marks one as sold and deletes one. */
async function fillStock(site: Site, admin: Call, picture: Uint8Array) {
  const save = async (vehicle: Row, images: string[], expected: string | null = null) => {
    const specifications = [{ spec_key: 'Engine Size', spec_value: '3.5L' }]
    const arguments_ = {
      _vehicle: vehicle,
      _images: images,
      _features: ['Overdrive', 'Sunroof'],
      _specifications: specifications,
      _expected_updated_at: expected,
    }
    const [saved] = await admin<Saved[]>('/rest/v1/rpc/save_vehicle', arguments_)
    if (!saved) throw new Error('The vehicle was not saved')
    return saved
  }
  const upload = async () => {
    const name = `vehicles/${crypto.randomUUID()}.png`
    const stored = await admin<{ Key: string }>(`/storage/v1/object/vehicle-images/${name}`, picture)
    return `/storage/v1/object/public/${stored.Key}`
  }
  const titles = ['Rover P6 3500', 'Alvis TD21', 'Bristol 405', 'Jensen 541']
  for (const title of titles) await save(describe({ title }), [await upload()])
  const named = async (title: string) => {
    const [found] = await admin<Saved[]>(`/rest/v1/vehicles?title=eq.${encodeURIComponent(title)}`)
    if (!found) throw new Error(`There is no ${title}`)
    return found
  }

  const edited = await named('Alvis TD21')
  const change = { id: edited.id, title: 'Alvis TD21 Drophead', price: 54_950, featured: true }
  const editedVehicle = await save(change, [await upload(), await upload()], edited.updated_at)
  const soldVehicle = await named('Bristol 405')
  // Far in the future, because a sold vehicle is listed until then, and this site must look the same for years.
  const sold = await admin<Saved[]>('/rest/v1/vehicles?sold=is.true')
  for (const { id } of [soldVehicle, ...sold]) {
    await admin(`/rest/v1/vehicles?id=eq.${id}`, { sold: true, sold_expiry_date: '2099-12-31' }, 'PATCH')
  }
  const deletedVehicle = await named('Jensen 541')
  const lead = { ...PERSON, vehicle_id: deletedVehicle.id, message: 'Is it still there?', status: 'New' }
  await callerOf(site)('/rest/v1/enquiries', lead)
  await admin(`/rest/v1/vehicles?id=eq.${deletedVehicle.id}`, undefined, 'DELETE')
  return { editedVehicle, soldVehicle, deletedVehicle }
}

const PERSON = { name: 'Edwin Marsh', email: 'edwin@upgrade.example', phone: '07123 456790' }

async function sendLeads(visitor: Call, { editedVehicle }: { editedVehicle: Saved }): Promise<void> {
  const lead = { ...PERSON, vehicle_id: editedVehicle.id }
  await visitor('/rest/v1/enquiries', { ...lead, message: 'Has it been “restored”?', status: 'New' })
  const customer = { ...lead, name: 'Rosa Field', email: CUSTOMER.email }
  await visitor('/rest/v1/enquiries', { ...customer, message: 'May I bring my father?', status: 'New' })
  await visitor('/rest/v1/test_drives', { ...customer, preferred_date: `${inDays(14)}T11:00:00`, status: 'Scheduled' })
  const { name, phone } = PERSON
  const data = { name, phone, message: 'When do you open on Sundays?', recaptchaToken: 'off' }
  await visitor('/functions/v1/send-email', { type: 'contact', to: PERSON.email, data })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function recordFacts(
  site: Site,
  admin: Call,
  known: Pick<Facts, 'editedVehicle' | 'soldVehicle' | 'deletedVehicle'> & { session: Session },
): Promise<Facts> {
  const { editedVehicle, soldVehicle, deletedVehicle, session } = known
  const vehicles = await callerOf(site)<Row[]>(VEHICLES)
  const brief = ({ id, title }: { id: string; title: string }) => ({ id, title })
  return {
    vehicles,
    editedVehicle: brief(editedVehicle),
    soldVehicle: brief(soldVehicle),
    deletedVehicle: brief(deletedVehicle),
    pictures: await hashPictures(site.url, vehicles),
    settings: await admin('/rest/v1/config?order=key'),
    leads: await readLeads(admin),
    profiles: await admin('/rest/v1/profiles?order=id'),
    mails: await listMails(site),
    session: { refresh_token: session.refresh_token, user: { id: session.user.id, email: session.user.email } },
  }
}

export const readLeads = async (admin: Call): Promise<Facts['leads']> => ({
  enquiries: await admin('/rest/v1/enquiries?order=id'),
  test_drives: await admin('/rest/v1/test_drives?order=id'),
  contact_messages: await admin('/rest/v1/contact_messages?order=id'),
})

export async function hashPictures(url: string, vehicles: Row[]): Promise<Record<string, string>> {
  const addresses = vehicles.flatMap((vehicle) =>
    (vehicle.vehicle_images as { image_url: string }[]).map(({ image_url }) => image_url),
  )
  const hashes: Record<string, string> = {}
  for (const address of addresses.sort()) {
    const response = await fetch(`${url}${address}`)
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    hashes[address] = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex')
  }
  return hashes
}
