// What the secrets suite looks for: a draft that was listed before, and what the dealer keeps private about a listed, a sold
// and a reserved vehicle.
import { send } from '../harness/http.ts'
import { type People, serviceCall } from '../harness/people.ts'
import type { Site } from '../harness/site.ts'

export interface Secrets {
  draftId: string
  /** No vehicle has this id. */
  unknownId: string
  /** A listed vehicle with a hidden registration, a VIN, a purchase and costs. */
  listedId: string
  soldId: string
  /** Who bought it. Sales staff know the person, but not what they bought. */
  buyerId: string
  /** Another person, who bought nothing. */
  otherPersonId: string
  /** A reserved vehicle with a price on application. */
  reservedId: string
  /** A customer's alert about the draft. */
  alertId: string
  /** The name of the draft's picture. */
  picture: string
  draftWords: string[]
  /** Sales staff may know these. */
  staffWords: string[]
  moneyWords: string[]
}

export const MAKE = 'Quetzalcar'
export const MODEL = 'Xanthoquill'
export const STOCK_NUMBER = 'QUARKSTOCK'
export const FEATURE = 'Xylographic dashboard'
export const REGISTRATION = 'QX11ZZQ'
export const VIN = 'QQZZZZ9QZXQ123456'
export const SELLER = 'Quillfeather Auctions'
export const BOUGHT_FOR = 3141592
export const TARGET = 2718281
export const COST = 'Gearbox by Quillfeather'
export const COST_PENCE = 1618033
export const SOLD_FOR = 1414213
export const SOLD_ON = '2026-02-03'
export const BOUGHT_ON = '2026-01-17'
export const PRICE = 7654321
export const NOTE = 'Quincunx deposit in cash'
const BUYER = 'Bertrand Quillbuyer'
const RESERVED_FOR = 'Quentin Quillreserver'

export async function plantSecrets(site: Site, people: People): Promise<Secrets> {
  const add = <T>(table: string, rows: object) => serviceCall<T[]>(site, 'POST', `/rest/v1/${table}`, rows)
  const change = (path: string, row: object) => serviceCall(site, 'PATCH', `/rest/v1/${path}`, row)
  const unsold = '/rest/v1/vehicles?select=id&sold=is.false&order=id&limit=3'
  const [listed, sold, reserved] = await serviceCall<{ id: string }[]>(site, 'GET', unsold)
  const [listedId, soldId, reservedId] = [listed?.id ?? '', sold?.id ?? '', reserved?.id ?? '']
  const draftId = crypto.randomUUID()
  const words = { title: `${MAKE} ${MODEL}`, make: MAKE, model: MODEL, description: `A ${MAKE}` }
  const facts = { year: 2020, price: 54321, mileage: 1, fuel_type: 'Petrol', transmission: 'Manual' }
  await add('vehicles', { id: draftId, stock_number: STOCK_NUMBER, ...words, ...facts })
  const picture = await storePicture(site, people, listedId)
  await add('vehicle_images', { vehicle_id: draftId, image_url: `/storage/v1/object/public/vehicle-images/${picture}` })
  await add('vehicle_features', { vehicle_id: draftId, feature: FEATURE })
  await add('vehicle_specifications', { vehicle_id: draftId, spec_key: 'Dashboard', spec_value: FEATURE })
  await bookAndEnquire(site, draftId)
  await save(site, people, draftId)
  const alertId = await askForAlert(site, people, draftId)
  await visit(site, draftId)
  await change(`vehicles?id=eq.${draftId}`, { hidden: true })

  const records = ['vehicle_identity', 'vehicle_ledger', 'vehicle_costs', 'vehicle_sales']
  const ids = `vehicle_id=in.(${listedId},${soldId})`
  for (const table of records) await serviceCall(site, 'DELETE', `/rest/v1/${table}?${ids}`)
  await add('vehicle_identity', { vehicle_id: listedId, registration: REGISTRATION, vin: VIN })
  await add('vehicle_ledger', {
    vehicle_id: listedId,
    bought_from: SELLER,
    bought_for_pence: BOUGHT_FOR,
    target_price_pence: TARGET,
    bought_on: BOUGHT_ON,
  })
  await add('vehicle_costs', { vehicle_id: listedId, what: COST, amount_pence: COST_PENCE })
  const names = [BUYER, RESERVED_FOR, BUYER]
  const [buyer, waiting, other] = await add<{ id: string }>(
    'people',
    names.map((name) => ({ name })),
  )
  await change(`vehicles?id=eq.${soldId}`, { sold: true, featured: false, sold_expiry_date: '2099-01-01' })
  const sale = { price_pence: SOLD_FOR, buyer_id: buyer?.id, channel: 'Trade', sold_on: SOLD_ON }
  await change(`vehicle_sales?vehicle_id=eq.${soldId}`, sale)
  await change(`vehicles?id=eq.${reservedId}`, {
    price: PRICE,
    price_on_application: true,
    reserved_until: '2099-01-01',
  })
  await change(`vehicle_reservations?vehicle_id=eq.${reservedId}`, { note: NOTE, person_id: waiting?.id })
  const amounts = [BOUGHT_FOR, TARGET, COST_PENCE, SOLD_FOR]
  return {
    draftId,
    unknownId: crypto.randomUUID(),
    listedId,
    soldId,
    buyerId: buyer?.id ?? '',
    otherPersonId: other?.id ?? '',
    reservedId,
    alertId,
    picture,
    draftWords: [draftId, MAKE, MODEL, STOCK_NUMBER, FEATURE, picture],
    staffWords: [REGISTRATION, VIN, BUYER, NOTE, RESERVED_FOR, String(PRICE), PRICE.toLocaleString('en-GB')],
    moneyWords: [SELLER, COST, ...amounts.map(String)],
  }
}

/** The bytes of a demo picture under a name of its own. */
async function storePicture(site: Site, people: People, vehicleId: string): Promise<string> {
  const [shown] = await serviceCall<{ image_url: string }[]>(
    site,
    'GET',
    `/rest/v1/vehicle_images?select=image_url&vehicle_id=eq.${vehicleId}&limit=1`,
  )
  const name = `vehicles/${crypto.randomUUID()}.webp`
  const headers = { ...people.headers.service, 'content-type': 'application/json' }
  const body = JSON.stringify({
    bucketId: 'vehicle-images',
    sourceKey: shown?.image_url.split('/vehicle-images/')[1],
    destinationKey: name,
  })
  const copied = await send(site.url, { method: 'POST', path: '/storage/v1/object/copy', headers, body })
  if (copied.status !== 200) throw new Error(`The picture could not be copied: ${copied.status} ${copied.text}`)
  return name
}

/** While it was listed, a stranger has asked about it. */
async function bookAndEnquire(site: Site, vehicle_id: string): Promise<void> {
  const lead = { name: 'Una', email: 'una@example.com', phone: '1', vehicle_id }
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await serviceCall(site, 'POST', '/rest/v1/enquiries', { ...lead, message: 'x' })
  await serviceCall(site, 'POST', '/rest/v1/test_drives', { ...lead, preferred_date: `${day}T10:00:00` })
}

/** While it was listed, a customer has saved it. */
async function save(site: Site, people: People, id: string): Promise<void> {
  const headers = { ...people.headers.customer, 'content-type': 'application/json' }
  const body = JSON.stringify({ _added: [id], _removed: [] })
  const saved = await send(site.url, { method: 'POST', path: '/rest/v1/rpc/sync_saved_vehicles', headers, body })
  if (!saved.text.includes(id)) throw new Error(`The vehicle could not be saved: ${saved.status} ${saved.text}`)
}

/** While it was listed, a customer has asked for emails about it. */
async function askForAlert(site: Site, people: People, vehicle_id: string): Promise<string> {
  const headers = { ...people.headers.customer, 'content-type': 'application/json' }
  const call = (name: string, args: object) =>
    send(site.url, { method: 'POST', path: `/rest/v1/rpc/${name}`, headers, body: JSON.stringify(args) })
  const asked = await call('ask_for_my_alert', { _about: { vehicle_id } })
  if (asked.text !== '"asked"') throw new Error(`The alert could not be asked for: ${asked.status} ${asked.text}`)
  const [alert] = JSON.parse((await call('my_alerts', {})).text) as { id: string }[]
  return alert?.id ?? ''
}

/** Fills the caches with responses that show the vehicle. */
async function visit(site: Site, id: string): Promise<void> {
  for (const path of [
    '/',
    '/vehicles',
    `/vehicles?q=${MAKE}`,
    `/vehicles/make/${MAKE.toLowerCase()}`,
    `/vehicles/${id}`,
    '/sitemap.xml',
  ]) {
    const answer = await send(site.url, { path }, { keepBytes: 4 * 1024 * 1024 })
    if (path !== '/' && !answer.text.includes(id))
      throw new Error(`${path} does not show the vehicle while it is listed`)
  }
  await send(site.url, { path: `/storage/v1/share/vehicles/${id}/1.jpg` })
}
