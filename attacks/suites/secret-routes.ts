// The questions that the secrets suite asks.
import { LEADS } from '../../supabase/functions/_shared/lead-kinds.ts'
import { SITE_PATHS } from '../grammar/pages.ts'
import type { Call } from '../harness/http.ts'
import type { Actor } from '../harness/people.ts'
import { FUNCTIONS, RELATIONS, ROUTINES } from '../harness/schema.ts'
import { COUNTS, codeSearches, dataOf, type Guess, misspelt, post, priceFilters, wordsOf } from './secret-searches.ts'
import {
  BOUGHT_FOR,
  BOUGHT_ON,
  COST,
  COST_PENCE,
  NOTE,
  PRICE,
  REGISTRATION,
  SELLER,
  type Secrets,
  SOLD_FOR,
  SOLD_ON,
  TARGET,
  VIN,
} from './secrets-planted.ts'

const RECORDS = [
  'vehicle_identity',
  'vehicle_ledger',
  'vehicle_costs',
  'vehicle_sales',
  'vehicle_reservations',
  'withheld_prices',
  'price_history',
]
const NEW_VEHICLE = {
  title: 'X',
  make: 'X',
  model: 'X',
  year: 2000,
  price: 1,
  mileage: 1,
  fuel_type: 'Petrol',
  transmission: 'Manual',
}

/** Questions that contain no secret. */
export function openRoutes({ listedId, soldId, reservedId }: Secrets): Call[] {
  const rest: Call[] = RELATIONS.flatMap(({ name, references }) => {
    const embeds = references.flatMap(({ key, to }) => [
      `${name}?select=*,embedded:${to}!${key}(*)`,
      `${to}?select=*,embedded:${name}!${key}(*)`,
    ])
    return [`${name}?select=*`, ...embeds].map((path) => ({ path: `/rest/v1/${path}&limit=1000` }))
  })
  const pages = [
    ...SITE_PATHS.map((path) => path.replace('ID', listedId)),
    ...[soldId, reservedId].flatMap((id) =>
      SITE_PATHS.filter((path) => path.includes('ID')).map((path) => path.replace('ID', id)),
    ),
    '/vehicles?sort=newest',
    '/vehicles?page=2',
    // Everything private begins with this letter.
    ...[
      '/vehicles?q=q',
      '/vehicles/options?q=q',
      '/vehicles/options',
      '/vehicles/suggest?q=q',
      '/vehicles/suggest?q=qu',
    ],
    `/compare?cars=${listedId},${soldId},${reservedId}`,
    ...[listedId, soldId, reservedId].map((id) => `/alerts/new?vehicle=${id}`),
  ]
  return [
    ...rest,
    ...RELATIONS.map(({ name }) => ({ path: `/rest/v1/${name}?limit=1000`, headers: { accept: 'text/csv' } })),
    ...pages.flatMap((path) => [{ path }, { path: dataOf(path) }]),
    ...ROUTINES.filter(({ name, args }) => args.length === 0 && name !== 'delete_my_account').map(({ name }) =>
      post(`/rest/v1/rpc/${name}`, {}),
    ),
    ...[
      post('/rest/v1/rpc/search_inbox', { _words: [] }),
      post('/rest/v1/rpc/sync_saved_vehicles', { _added: [], _removed: [] }),
      ...[{}, { text: 'q' }, { words: [['q']] }, { registration: REGISTRATION }].flatMap((_search) => [
        post('/rest/v1/rpc/search_vehicles', { _search, _limit: 100 }),
        post('/rest/v1/rpc/count_vehicle_options', { _search }),
      ]),
      ...['Draft', 'No picture', 'Listed', 'Reserved', 'Sold'].map((_state) =>
        post('/rest/v1/rpc/stock_list', { _state }),
      ),
    ],
    ...['asking_price', 'vehicle_state'].map((column) => ({
      path: `/rest/v1/vehicles?select=id,${column}&limit=1000`,
    })),
    ...FUNCTIONS.map((name) => ({ path: `/functions/v1/${name}` })),
    ...['', 'vehicles', 'vehicles/'].flatMap((prefix) => [
      post('/storage/v1/object/list/vehicle-images', { prefix, limit: 1000 }),
      post('/storage/v1/object/list-v2/vehicle-images', { prefix, limit: 1000, with_delimiter: false }),
    ]),
    { path: '/storage/v1/bucket/vehicle-images' },
  ]
}

/** By the draft's id, its picture's name and its words. */
export function guessesOfDrafts(planted: Secrets): Guess[] {
  const { draftId, unknownId, picture } = planted
  const about = (ask: Guess['ask']): Guess => ({ right: draftId, wrong: unknownId, ask })
  return [
    ...SITE_PATHS.filter((path) => path.includes('ID')).flatMap((path) => [
      about((id) => ({ path: path.replace('ID', id) })),
      about((id) => ({ path: dataOf(path.replace('ID', id)) })),
    ]),
    ...['cars', 'add'].flatMap((name) => [
      about((id) => ({ path: `/compare?${name}=${id}` })),
      about((id) => ({ path: `/compare.data?${name}=${id}` })),
    ]),
    ...['/alerts/new', '/alerts/new.data'].flatMap((path) => [
      about((id) => ({ path: `${path}?vehicle=${id}` })),
      about((id) => askByForm(`${path}?vehicle=${id}`)),
    ]),
    about((id) => ({ path: `/storage/v1/share/vehicles/${id}/1.jpg` })),
    ...RELATIONS.flatMap(({ name, columns }) => {
      const keys = ['id', 'vehicle_id', 'lead_id'].filter((column) => column in columns)
      return keys.flatMap((key) => byKey(name, key).map(about))
    }),
    ...writesAbout().map(about),
    // Everyone can open a picture whose name they know, because the bucket is public.
    ...['object/sign', 'object/move'].map((route) => ({
      right: picture,
      wrong: `vehicles/${unknownId}.webp`,
      ask: (name: string) => onPicture(route, name),
    })),
    { right: planted.alertId, wrong: unknownId, ask: (_id) => post('/rest/v1/rpc/end_my_alerts', { _id }) },
    ...wordsOf(planted),
  ]
}

const byKey = (table: string, key: string): Guess['ask'][] => [
  ...COUNTS.map((count) => (id: string) => ({
    path: `/rest/v1/${table}?${key}=eq.${id}`,
    headers: { prefer: `count=${count}` },
  })),
  (id) => ({ path: `/rest/v1/${table}?${key}=eq.${id}`, headers: { accept: 'application/vnd.pgrst.object+json' } }),
  (id) => ({ method: 'HEAD', path: `/rest/v1/${table}?${key}=in.(${id})`, headers: { prefer: 'count=exact' } }),
  (id) => ({
    method: 'PATCH',
    path: `/rest/v1/${table}?${key}=eq.${id}`,
    headers: { prefer: 'return=representation,count=exact' },
    body: JSON.stringify({ [key]: id }),
  }),
  (id) => ({ method: 'DELETE', path: `/rest/v1/${table}?${key}=eq.${id}`, headers: { prefer: 'count=exact' } }),
]

const askByForm = (path: string): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'email=mallory@example.com',
})

/** Writes whose refusal might depend on whether the vehicle exists. */
function writesAbout(): Guess['ask'][] {
  const lead = { name: 'A', email: 'a@example.com', phone: '1', message: 'x' }
  const merge = { prefer: 'resolution=merge-duplicates' }
  const parts = { _images: null, _features: null, _specifications: null }
  return [
    ...Object.values(LEADS)
      .filter(({ vehicleWord }) => vehicleWord)
      .map(
        ({ table }): Guess['ask'] =>
          (vehicle_id) =>
            post(`/rest/v1/${table}`, { ...lead, vehicle_id, preferred_date: '2099-01-01T10:00:00' }),
      ),
    (vehicle_id) => post('/rest/v1/enquiries', { ...lead, vehicle_id }),
    ...[{}, merge].map(
      (headers): Guess['ask'] =>
        (id) =>
          post('/rest/v1/vehicles', { id, ...NEW_VEHICLE }, headers),
    ),
    ...RECORDS.flatMap((table) =>
      [{}, merge].map(
        (headers): Guess['ask'] =>
          (vehicle_id) =>
            post(`/rest/v1/${table}`, { vehicle_id }, headers),
      ),
    ),
    (vehicle_id) => post('/rest/v1/vehicle_images', { vehicle_id, image_url: '/x' }),
    (vehicleId) => post('/functions/v1/autotrader-sync', { vehicleId, action: 'update' }),
    (vehicleId) => post('/functions/v1/reply-preview', { subject: 'x', body: 'x', vehicleId }),
    (vehicle_id) => post('/rest/v1/rpc/ask_for_my_alert', { _about: { vehicle_id } }),
    (id) => post('/rest/v1/rpc/sync_saved_vehicles', { _added: [id], _removed: [] }),
    (id) => post('/rest/v1/rpc/preview_vehicle_changes', { _ids: [id], _change: { kind: 'feature' } }),
    (id) => post('/rest/v1/rpc/change_vehicles', { _vehicles: { [id]: null }, _change: { kind: 'feature' } }),
    (id) => post('/rest/v1/rpc/save_vehicle', { _vehicle: { id, title: 'X' }, ...parts }),
    (id) => post('/rest/v1/rpc/save_vehicle_record', { _vehicle: { id, title: 'X' }, ...parts, _record: {} }),
    ...ROUTINES.filter(({ args }) => args.includes('_vehicle_id')).map(
      ({ name, args }): Guess['ask'] =>
        (id) =>
          post(`/rest/v1/rpc/${name}`, {
            ...Object.fromEntries(args.map((arg) => [arg, null])),
            _vehicle_id: id,
            ...(args.includes('_from') && { _from: '2026-01-01' }),
          }),
    ),
  ]
}

function onPicture(route: string, name: string): Call {
  if (route === 'object/sign') return post(`/storage/v1/object/sign/vehicle-images/${name}`, { expiresIn: 60 })
  return post('/storage/v1/object/move', { bucketId: 'vehicle-images', sourceKey: name, destinationKey: `${name}.x` })
}

/** By the values themselves, in the table and through the vehicle. */
export function guessesOfPrivateValues(planted: Secrets, of: 'staff' | 'money'): Guess[] {
  const { listedId, soldId, reservedId } = planted
  const values: [table: string, vehicleId: string, column: string, value: string | number][] =
    of === 'staff'
      ? [
          ['vehicle_identity', listedId, 'registration', REGISTRATION],
          ['vehicle_identity', listedId, 'vin', VIN],
          ['vehicle_reservations', reservedId, 'note', NOTE],
          ['withheld_prices', reservedId, 'price', PRICE],
        ]
      : [
          ['vehicle_ledger', listedId, 'bought_from', SELLER],
          ['vehicle_ledger', listedId, 'bought_for_pence', BOUGHT_FOR],
          ['vehicle_ledger', listedId, 'target_price_pence', TARGET],
          ['vehicle_costs', listedId, 'what', COST],
          ['vehicle_costs', listedId, 'amount_pence', COST_PENCE],
          ['vehicle_sales', soldId, 'price_pence', SOLD_FOR],
          ['vehicle_sales', soldId, 'channel', 'Trade'],
          ['vehicle_sales', soldId, 'sold_on', SOLD_ON],
          ['vehicle_sales', soldId, 'buyer_id', planted.buyerId],
          ['vehicle_ledger', listedId, 'bought_on', BOUGHT_ON],
        ]
  const guesses = values.flatMap(([table, vehicleId, column, value]) => {
    const right = String(value)
    const guess = (ask: (guess: string) => Call): Guess => ({ right, wrong: misspelt(right), ask })
    const through = `vehicles?id=eq.${vehicleId}&select=id,record:${table}`
    const paths = (encoded: string) => [
      `${table}?select=vehicle_id&${column}=eq.${encoded}`,
      `${table}?select=vehicle_id&or=(${column}.eq.${encoded},${column}.is.null)`,
      `${through}!inner(vehicle_id)&record.${column}=eq.${encoded}`,
      `${through}()&record.${column}=eq.${encoded}&record=not.is.null`,
      `${through}(vehicle_id)&record.${column}=gte.${encoded}`,
    ]
    return [
      ...COUNTS.flatMap((count) =>
        paths('').map((_, n) =>
          guess((text) => ({
            path: `/rest/v1/${paths(encodeURIComponent(text))[n]}`,
            headers: { prefer: `count=${count}` },
          })),
        ),
      ),
      guess((text) => ({
        method: 'PATCH',
        path: `/rest/v1/${table}?${column}=eq.${encodeURIComponent(text)}`,
        headers: { prefer: 'return=representation,count=exact' },
        body: JSON.stringify({ [column]: value }),
      })),
      guess((text) => ({
        method: 'DELETE',
        path: `/rest/v1/${table}?${column}=eq.${encodeURIComponent(text)}`,
        headers: { prefer: 'count=exact' },
      })),
    ]
  })
  return [...guesses, ...(of === 'staff' ? [...priceFilters(), ...codeSearches()] : buyerGuesses(planted))]
}

/** From the person to the sale. */
const buyerGuesses = ({ buyerId, otherPersonId }: Secrets): Guess[] =>
  [
    (id: string) => `people?id=eq.${id}&select=sales:vehicle_sales(vehicle_id)`,
    (id: string) => `people?id=eq.${id}&select=id,vehicle_sales!inner(vehicle_id)`,
    (id: string) => `vehicle_sales?select=vehicle_id,people!inner(id)&people.id=eq.${id}`,
    (id: string) => `vehicles?select=id,vehicle_sales!inner(people!inner(id))&vehicle_sales.people.id=eq.${id}`,
  ].map((path) => ({ right: buyerId, wrong: otherPersonId, ask: (id) => ({ path: `/rest/v1/${path(id)}` }) }))

/** Whoever asks for these again and again must not learn from the time they take. `n` keeps responses out of the cache. */
export const timedRoutes = (): { name: string; actor: Actor; ask(id: string, n: number): Call }[] => [
  { name: 'page', actor: 'visitor', ask: (id, n) => ({ path: `/vehicles/${id}?n=${n}` }) },
  { name: 'share picture', actor: 'visitor', ask: (id, n) => ({ path: `/storage/v1/share/vehicles/${id}/${n}.jpg` }) },
  { name: 'alert page', actor: 'visitor', ask: (id, n) => ({ path: `/alerts/new?vehicle=${id}&n=${n}` }) },
  {
    name: 'alert asked for by a customer',
    actor: 'customer',
    ask: (vehicle_id) =>
      post('/rest/v1/rpc/ask_for_my_alert', { _about: { vehicle_id } }, { 'content-type': 'application/json' }),
  },
  {
    // Not by a customer: looking up their role takes 0.03 ms, which only a draft costs them.
    name: 'vehicle read by a visitor',
    actor: 'visitor',
    ask: (id, n) => ({
      path: `/rest/v1/vehicles?select=*,vehicle_images(*)&id=eq.${id}&mileage=neq.${1_000_000 + n}`,
    }),
  },
  {
    name: 'enquiry by a visitor',
    actor: 'visitor',
    ask: (vehicle_id) =>
      post(
        '/rest/v1/enquiries',
        { name: 'A', email: 'a@example.com', phone: '1', message: 'x', vehicle_id },
        { 'content-type': 'application/json' },
      ),
  },
]
