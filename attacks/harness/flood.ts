// Sends a flood of requests from one loopback address, in a separate process so that it doesn't slow down the
// measurements.
import { fork } from 'node:child_process'
import { type Call, send } from './http.ts'
import { createRandom, type Random } from './random.ts'

export interface FloodOrder {
  url: string
  from: string
  atOnce: number
  seconds: number
  seed: number
  headers: Record<string, string>
  vehicleIds: string[]
  pictures: string[]
}

export interface FloodResult {
  statuses: Record<string, number>
}

/** Resolves after the given number of seconds. */
export function flood(order: FloodOrder): Promise<FloodResult> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as FloodResult))
    child.once('exit', () => reject(new Error('The flood process exited early')))
  })
}

type Wave = (random: Random, order: FloodOrder) => Call

const heavySelect: Wave = (random, { headers }) => {
  const term = `*${random.text(2)}*`
  const anywhere = ['title', 'make', 'model', 'description'].map((column) => `${column}.ilike.${term}`).join(',')
  const embeds = 'vehicle_images(*),vehicle_features(*),vehicle_specifications(*)'
  const path = `/rest/v1/vehicles?select=*,${embeds}&or=(${anywhere})&order=description.desc,title.asc&limit=1000`
  return { path, headers: { ...headers, prefer: 'count=exact' } }
}

const fanOut: Wave = (random, { headers }) => {
  const specs = 'vehicle_specifications'
  const path = `/rest/v1/${specs}?select=*,vehicles(*,${specs}(*,vehicles(*)))&spec_key=neq.${random.text(4)}`
  return { path, headers }
}

const variant: Wave = (random, { pictures }) => {
  const base = random.pick(pictures).replace('/object/public/', '/render/image/public/')
  const query = `width=${random.below(2400)}&height=${random.below(2400)}&quality=${20 + random.below(80)}`
  return { path: `${base}?${query}&format=${random.pick(['avif', 'webp', 'origin'])}` }
}

const login: Wave = (random, { headers }) => ({
  method: 'POST',
  path: '/auth/v1/token?grant_type=password',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ email: `${random.text(6)}@example.com`, password: random.text(12) }),
})

const page: Wave = (random, { vehicleIds }) => ({
  path: random.pick([
    `/vehicles?search=${random.text(3)}`,
    `/vehicles/${random.pick(vehicleIds)}?x=${random.text(5)}`,
    `/?x=${random.text(5)}`,
    `/${random.text(8)}`,
  ]),
})

const proof: Wave = () => ({ path: '/captcha/v1/' })

const WAVES = [heavySelect, heavySelect, fanOut, variant, variant, login, page, page, proof]

async function run(order: FloodOrder): Promise<FloodResult> {
  const until = Date.now() + order.seconds * 1000
  const random = createRandom(order.seed)
  const statuses: Record<string, number> = {}
  const work = async () => {
    while (Date.now() < until) {
      const call = random.pick(WAVES)(random, order)
      const { status } = await send(order.url, { ...call, from: order.from }, { timeoutMs: 30_000, keepBytes: 0 })
      statuses[status] = (statuses[status] ?? 0) + 1
      // Refusals take less than a millisecond, so without a pause this process would be the bottleneck.
      if (status === 429 || status === 0) await new Promise((wake) => setTimeout(wake, 5))
    }
  }
  await Promise.all(Array.from({ length: order.atOnce }, work))
  return { statuses }
}

if (process.argv[1] === import.meta.filename) {
  process.on('disconnect', () => process.exit(1))
  process.once('message', async (order) => {
    const result = await run(order as FloodOrder)
    process.send?.(result, () => process.exit(0))
  })
}
