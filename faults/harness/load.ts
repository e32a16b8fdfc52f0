// Generates a typical mix of concurrent requests over HTTP: leads, messages, sign-ups, and edits and picture uploads
// from the back office. Records the acknowledged writes for the audit afterwards.
import { createHash } from 'node:crypto'
import { type Answer, type Call, send } from '../../attacks/harness/http.ts'
import { type Person, serviceCall, signIn } from '../../attacks/harness/people.ts'
import type { Failure } from '../../attacks/harness/report.ts'
import { ADMIN, type Site } from '../../attacks/harness/site.ts'

export interface Acknowledged {
  enquiries: string[]
  messages: string[]
  signUps: string[]
  /** Maps each picture to the checksum of its first download. */
  pictures: Map<string, string>
  /** The last acknowledged price and the last sent price of each vehicle. */
  prices: Map<string, { acknowledged: number; sent: number }>
  edits: number
}

export const createAcknowledged = (): Acknowledged => ({
  enquiries: [],
  messages: [],
  signUps: [],
  pictures: new Map(),
  prices: new Map(),
  edits: 0,
})

export const countOf = ({ enquiries, messages, signUps, pictures, edits }: Acknowledged) =>
  enquiries.length + messages.length + signUps.length + pictures.size + edits

export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

/** Each visitor has a new address, because the rate limits are hourly. */
let visitors = 0
function nextVisitor(): string {
  visitors++
  return `127.${10 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`
}

/** A one-pixel picture. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const VEHICLE = {
  title: 'Alvis TD 21',
  make: 'Alvis',
  model: 'TD 21',
  year: 1961,
  price: 1000,
  mileage: 24600,
  fuel_type: 'Petrol',
  transmission: 'Manual',
}

export async function createVehicle(site: Site, change: object = {}): Promise<string> {
  const rows = await serviceCall<{ id: string }[]>(site, 'POST', '/rest/v1/vehicles', { ...VEHICLE, ...change })
  return rows[0]?.id ?? ''
}

export interface Load {
  answers: Answer[]
  stop(): Promise<void>
}

const TIMEOUT_MS = 40_000
const PAUSE_MS = 20

/** `round` makes the names unique. */
export async function startLoad(site: Site, round: string, kept: Acknowledged, vehicleId: string): Promise<Load> {
  const admin = await signInToOffice(site)
  const visitor = { apikey: site.keys.publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' }
  const office = { ...visitor, authorization: `Bearer ${admin.token}` }
  const answers: Answer[] = []
  let isOver = false
  const ask = async (call: Call) => {
    const answer = await send(site.url, call, { timeoutMs: TIMEOUT_MS })
    answers.push(answer)
    return answer.status >= 200 && answer.status < 300 ? answer : null
  }
  const post = (path: string, headers: Record<string, string>, body: object) =>
    ask({ method: 'POST', path, headers, from: nextVisitor(), body: JSON.stringify(body) })

  const work: Record<string, (name: string) => Promise<void>> = {
    async enquiry(name) {
      const body = { name: 'Lead', email: emailOf(name), phone: '01733 555 000', message: name, vehicle_id: vehicleId }
      if (await post('/rest/v1/enquiries', visitor, body)) kept.enquiries.push(name)
    },
    async message(name) {
      const body = { type: 'contact', to: emailOf(name), data: { name: 'Writer', message: name } }
      if (await post('/functions/v1/send-email', visitor, body)) kept.messages.push(name)
    },
    async signUp(name) {
      const body = { email: emailOf(name), password: 'quiet-otter-barn-41', data: { first_name: 'New' } }
      if (await post('/auth/v1/signup', visitor, body)) kept.signUps.push(emailOf(name))
    },
    async picture(name) {
      const path = `${name.replaceAll(' ', '-')}.png`
      const headers = { ...office, 'content-type': 'image/png' }
      const call = { method: 'POST', path: `/storage/v1/object/vehicle-images/${path}`, headers, body: PIXEL }
      if (await ask({ ...call, from: nextVisitor() })) kept.pictures.set(path, '')
    },
    async edit() {
      const price = kept.prices.get(vehicleId) ?? { acknowledged: 0, sent: VEHICLE.price }
      price.sent += 1
      kept.prices.set(vehicleId, price)
      const body = JSON.stringify({ price: price.sent })
      const path = `/rest/v1/vehicles?id=eq.${vehicleId}`
      if (!(await ask({ method: 'PATCH', path, headers: office, from: nextVisitor(), body }))) return
      price.acknowledged = price.sent
      kept.edits++
    },
  }
  const working = Object.entries(work).map(async ([kind, write]) => {
    for (let n = 0; !isOver; n++) {
      await write(`faults ${round} ${kind} ${n}`)
      await pause(PAUSE_MS)
    }
  })
  return {
    answers,
    async stop() {
      isOver = true
      await Promise.all(working)
    },
  }
}

/** A new site is ready shortly before its first admin is created. */
export async function signInToOffice(site: Site, patienceMs = 60_000): Promise<Person> {
  const started = Date.now()
  while (Date.now() - started < patienceMs) {
    const admins = await serviceCall<unknown[]>(site, 'GET', '/rest/v1/user_roles?select=role&role=eq.admin')
    if (admins.length > 0) break
    await pause(500)
  }
  return signIn(site, ADMIN.email, ADMIN.password)
}

const emailOf = (name: string) => `${name.replaceAll(' ', '-').toLowerCase()}@example.com`

/**
 * Every response must be a success, a 507 or a 503 with Retry-After. A missing response is allowed only if the site was
 * killed.
 */
export function undeclared(answers: readonly Answer[], mayBeCut = false): Failure[] {
  const wrong = answers.find(({ status, headers }) => {
    if (status === 0) return !mayBeCut
    if (status === 503) return !headers['retry-after']
    return status >= 400 && status !== 507
  })
  return wrong ? [{ what: `a request got ${wrong.status || wrong.error}: ${wrong.text.slice(0, 300)}` }] : []
}

/** Acknowledged pictures that are missing or have changed. */
export async function lostPictures(site: Site, { pictures }: Acknowledged): Promise<string[]> {
  const lost: string[] = []
  for (const name of pictures.keys()) {
    const path = `/storage/v1/object/public/vehicle-images/${name}`
    const answer = await send(site.url, { path, from: nextVisitor() })
    const sum = createHash('sha256').update(answer.text).digest('hex')
    const known = pictures.get(name)
    if (answer.status !== 200 || answer.bytes === 0 || (known && known !== sum)) lost.push(name)
    pictures.set(name, sum)
  }
  return lost
}
