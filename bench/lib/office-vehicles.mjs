// What staff do with the list of vehicles, for bench/back-office.mjs: reading it, changing many vehicles at once, renaming a
// make and exporting. Paths are those that the screens request.
import { residentMegabytes } from './load.mjs'

const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const ROW =
  `id,stock_number,title,make,model,year,price,mileage,fuel_type,transmission,featured,sold,sold_expiry_date,hidden,
  reserved_until,price_on_application,asking_price,vehicle_state,updated_at,vehicle_images(image_url),vehicle_stock(since),
  vehicle_identity(registration),vehicle_sales(channel)`.replaceAll(/\s/g, '')
/** The list finds a page's vehicles first and then reads them. */
const PAGE = 'select=id,vehicle_stock(),vehicles_without_picture(),vehicle_sales()&limit=25'
const NEWEST = 'order=created_at.desc,id.asc'
const list = (filters = '', order = NEWEST) => `/rest/v1/rpc/stock_list?${PAGE}&${order}${filters}`
const inState = (state) => list(`&_state=${state}`)
const inStock = (condition) => `&vehicle_stock=not.is.null&vehicle_stock.since=${condition}`
const anywhere = (term) =>
  `&or=(${['title', 'make', 'model'].map((column) => `${column}.ilike."%25${term}%25"`).join(',')})`

export const VEHICLE_SCENARIOS = [
  ['vehicles, first page', list()],
  ['vehicles, page 200', list('&offset=4975')],
  ['vehicles, price high to low', list('', 'order=price.desc,id.asc')],
  ['vehicles, longest in stock', list('&vehicle_stock=not.is.null', 'order=vehicle_stock(since).asc.nullslast,id.asc')],
  ['vehicles, a common make', list('&make=eq.Volkswagen')],
  ['vehicles, a rare make', list('&make=eq.Lotus')],
  ...['Draft', 'No picture', 'Listed', 'Reserved', 'Sold', 'Expired'].map((state) => [
    `vehicles, ${state}`,
    inState(encodeURIComponent(state)),
  ]),
  ['vehicles, 30 days in stock or less', list(`${inStock(`lte.${day(0)}`)}&vehicle_stock.since=gte.${day(-30)}`)],
  ['vehicles, over 90 days in stock', list(inStock(`lte.${day(-91)}`))],
  ['vehicles, without pictures', list('&vehicles_without_picture=not.is.null')],
  ['vehicles, sale to complete', list('&vehicle_sales=not.is.null&vehicle_sales.channel=is.null')],
  [
    'vehicles, Listed Volkswagens over 90 days in stock',
    `${inState('Listed')}&make=eq.Volkswagen${inStock(`lte.${day(-91)}`)}`,
  ],
  ['vehicles, search', list(anywhere('quattro'))],
  ['vehicles, search, page 200', list(`${anywhere('quattro')}&offset=4975`)],
  ['vehicles, search sorted by price', list(anywhere('quattro'), 'order=price.asc,id.asc')],
  ['vehicles, search for two words', list(anywhere('jensen') + anywhere('quattro'))],
  ['vehicles, search for two letters', list(anywhere('gt'))],
  ['vehicles, search for what no vehicle has', list(anywhere('zzyzx'))],
  ['vehicles, search among Listed', `${inState('Listed')}${anywhere('quattro')}`],
  ['vehicles, looking up a registration', '/rest/v1/rpc/vehicles_by_code?_text=AB12'],
  ['vehicles, looking up a whole registration', '/rest/v1/rpc/vehicles_by_code?_text=ab00%20adw'],
  ['sold vehicles, recently sold', list('&sold=eq.true', 'order=updated_at.desc,id.asc')],
  [
    'makes',
    '/rest/v1/make_stock?select=make,vehicles,models,same_as,is_offered&order=plain_name.asc,make.asc&limit=25',
  ],
]

export const isVehiclePage = (path) => path.includes(PAGE)
export const vehiclesOf = (found) =>
  `/rest/v1/vehicles?select=${ROW}&vehicle_images.order=display_order.asc&vehicle_images.limit=1&id=in.(${found.map(({ id }) => id).join(',')})`

const ROUNDS = 5
const PAUSE_MS = 3000
const TOO_MANY_REQUESTS = 429

/** A long series of requests, which waits like the screens do once its network has used up its database time. */
async function series(ask, network) {
  const times = []
  let pauses = 0
  return {
    async send(path, body) {
      for (;;) {
        const started = performance.now()
        const answer = await ask(path, { method: body ? 'POST' : 'GET', body, network })
        if (answer.status !== TOO_MANY_REQUESTS) {
          times.push(performance.now() - started)
          return answer
        }
        pauses++
        await new Promise((wake) => setTimeout(wake, PAUSE_MS))
      }
    },
    summary: () => ({ requests: times.length, slowest: Math.max(...times), pauses }),
  }
}

/** The work's figures, with how long it took and how long it blocked the event loop at most. */
async function observe(loopDelay, work) {
  await loopDelay()
  const started = performance.now()
  const figures = await work()
  return { seconds: (performance.now() - started) / 1000, ...figures, blocked: await loopDelay() }
}

/** Each request comes from a network of its own, as if different people made the changes. */
export async function measureChanges({ ask, loopDelay, say }) {
  for (const count of [25, 500]) {
    const unsold = `/rest/v1/vehicles?select=id&sold=is.false&hidden=is.false&${NEWEST}&limit=${count}`
    const ids = (await ask(unsold)).json().map(({ id }) => id)
    const change = { kind: 'price', by: -100 }
    const times = { preview: [], change: [], undo: [] }
    const timed = async (what, path, body) => {
      const started = performance.now()
      const answer = await ask(path, { method: 'POST', body })
      times[what].push(performance.now() - started)
      return answer.json()
    }
    const { blocked } = await observe(loopDelay, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const planned = await timed('preview', '/rest/v1/rpc/preview_vehicle_changes', { _ids: ids, _change: change })
        const versions = Object.fromEntries(planned.map(({ id, updated_at }) => [id, updated_at]))
        const done = await timed('change', '/rest/v1/rpc/change_vehicles', { _vehicles: versions, _change: change })
        if (done.changed !== count) throw new Error(`${done.changed} of ${count} vehicles were changed`)
        await timed('undo', '/rest/v1/rpc/undo_vehicle_changes', { _id: done.id })
      }
    })
    for (const [what, all] of Object.entries(times)) {
      const sorted = all.sort((a, b) => a - b)
      say(`${what} ${count} prices`, `${Math.round(sorted[2])} ms, at most ${Math.round(sorted.at(-1))} ms`)
    }
    say(`event loop while changing ${count}`, `blocked for ${delayInWords(blocked)}`)
  }
}

/** As the screen does: repeated until no vehicle is left. */
export async function measureRenaming({ ask, loopDelay, say }) {
  const requests = await series(ask, 1)
  let moved = 0
  const { seconds, blocked } = await observe(loopDelay, async () => {
    for (let isFirst = true; ; isFirst = false) {
      const [part] = (
        await requests.send('/rest/v1/rpc/rename_make', { _make: 'Volkswagen', _name: 'VW', _merge: !isFirst })
      ).json()
      moved += part.moved
      if (part.is_done) return
    }
  })
  say('renaming a make', inWords({ what: `${moved} vehicles`, seconds, blocked, ...requests.summary() }))
}

const EXPORT_PAGE = 250
const EXPORT_COLUMNS = `*,asking_price,vehicle_state,vehicle_images(display_order),vehicle_stock(since),
  vehicles_without_picture(),vehicle_identity(registration,vin),
  vehicle_ledger(bought_from,bought_on,bought_for_pence,target_price_pence),vehicle_costs(amount_pence),
  vehicle_sales(price_pence,sold_on,channel)`.replaceAll(/\s/g, '')

export async function measureExport({ ask, loopDelay, say, pid }) {
  const requests = await series(ask, 2)
  let [vehicles, bytes, memory] = [0, 0, residentMegabytes([pid])]
  const before = memory
  const { seconds, blocked } = await observe(loopDelay, async () => {
    for (let after = ''; ; ) {
      const path = `/rest/v1/rpc/stock_list?select=${EXPORT_COLUMNS}&order=id.asc&limit=${EXPORT_PAGE}${after && `&id=gt.${after}`}`
      const answer = await requests.send(path)
      const page = answer.json()
      vehicles += page.length
      bytes += answer.text.length
      memory = Math.max(memory, residentMegabytes([pid]))
      if (page.length < EXPORT_PAGE) return
      after = page.at(-1).id
    }
  })
  const what = `${vehicles} vehicles, ${(bytes / 1e6).toFixed(0)} MB`
  say('export', inWords({ what, seconds, blocked, ...requests.summary() }))
  say('memory of the site during the export', `${before.toFixed(0)} to ${memory.toFixed(0)} MB`)
}

const inWords = ({ what, seconds, requests, slowest, pauses, blocked }) =>
  [
    `${what} in ${seconds.toFixed(1)} s`,
    `${requests} requests of at most ${Math.round(slowest)} ms`,
    `${pauses} pauses of 3 s for the network's limit`,
    `event loop blocked for ${delayInWords(blocked)}`,
  ].join('; ')

const delayInWords = ({ clock, processor }) =>
  `at most ${Math.round(clock)} ms, of processor time at most ${Math.round(processor)} ms`
