// Inserts any number of vehicles in a few statements. The rows are the same in every run: each vehicle has 5 or 6
// pictures, 6 features and 5 specifications. One in ten is sold, and three quarters of those are no longer listed. Half
// of the descriptions contain "warranty", a third "history", one in a thousand "barnfind".

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './site.mjs'

const MAKES =
  'Volkswagen,Audi,BMW,Ford,Vauxhall,Mercedes-Benz,Toyota,Nissan,Kia,Hyundai,Volvo,Peugeot,Renault,Skoda,Mini,Honda,Mazda,Seat,Jaguar,Land Rover,Porsche,Lexus,Fiat,Tesla,Bentley,Aston Martin,Jensen,Alvis,Bristol,Lotus'.split(
    ',',
  )
const MODELS =
  'Aurora Baltic Cassia Delta Ember Fjord Garnet Harrier Indigo Juniper Kestrel Larch Merlin Nimbus Osprey Pilgrim Quartz Rambler Sable Tamar Umber Vesper Willow Xenon Yarrow Zephyr Admiral Beacon Corsair Dunlin Estuary Falcon Grebe Heron Isis Jackdaw'.split(
    ' ',
  )
const TRIMS = 'SE,Sport,GT Line,Touring,Quattro,Estate,Executive,Long Range'.split(',')
const SENTENCES = [
  'A well-kept example with one careful owner from new.',
  'Finished in deep green over tan leather, with very little wear inside.',
  'Recently serviced, with four new tyres and a fresh test certificate.',
  'Heated seats, navigation and a panoramic roof make long journeys easy.',
  'Driven mostly on motorways and always kept in a garage.',
  'Supplied with both keys, the book pack and a folder of invoices.',
  'A quiet, economical car that suits town and country alike.',
  'The bodywork is straight and the wheels are free of marks.',
]
const FEATURES =
  'Heated seats,Navigation,Parking sensors,Cruise control,Panoramic roof,Leather,Keyless entry,Tow bar,Reversing camera,Alloy wheels,Adaptive lights,Apple CarPlay'.split(
    ',',
  )
const SPECIFICATIONS = ['Engine', 'Doors', 'Colour', 'Owners', 'Emissions']

const FILLED_TABLES = ['vehicles', 'vehicle_images', 'vehicle_features', 'vehicle_specifications']

const list = (values) => `(array[${values.map(literal).join(',')}])`
const literal = (value) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`)
/** A pseudo-random number from 0 to `below` - 1, the same in every run. */
const dice = (seed, below) => `((hashint4(n * 31 + ${seed}) & 2147483647) % ${below})`
const one = (words, index) => `${list(words)}[1 + ${index}]`

/** The facts that are filters, which all but one in ten vehicles have. Plain tables lack their columns. */
const FACTS = Object.fromEntries(
  Object.entries({
    body_type: one(['Hatchback', 'SUV', 'Saloon', 'Estate', 'Coupe', 'Convertible', 'MPV'], dice(21, 7)),
    colour: one(['Black', 'Grey', 'White', 'Silver', 'Deep blue', 'Red', 'Racing green', 'Orange'], dice(22, 8)),
    doors: `2 + ${dice(23, 4)}`,
    seats: one([4, 5, 5, 5, 7], dice(24, 5)),
    hybrid_type: `case fuel_type when 'Hybrid' then ${one(['Mild hybrid', 'Full hybrid', 'Plug-in hybrid'], dice(25, 3))} end`,
    first_registered: `make_date(year, 1 + ${dice(26, 12)}, 1)`,
  }).map(([column, value]) => [column, `case when ${dice(27, 10)} > 0 then ${value} end`]),
)

/** The statements that fill empty tables; `pictures` are existing URLs. */
function fillStatements(count, pictures, facts = {}) {
  const factColumns = Object.keys(facts).map((column) => `, ${column}`)
  const factValues = Object.values(facts).map((value) => `, ${value}`)
  // Some makes are far more common than others.
  const make = `least(${dice(1, MAKES.length)}, ${dice(2, MAKES.length)})`
  const isSold = `${dice(3, 10)} = 0`
  const description = [
    one(SENTENCES, dice(4, 8)),
    one(SENTENCES, dice(5, 8)),
    one(SENTENCES, dice(6, 8)),
    `case when ${dice(7, 2)} = 0 then 'Comes with a twelve-month warranty.' end`,
    `case when ${dice(8, 3)} = 0 then 'Full service history.' end`,
    `case when ${dice(9, 1000)} = 0 then 'An honest barnfind.' end`,
    one(SENTENCES, dice(10, 8)),
    `'Stock number ' || n || '.'`,
  ]
  const rows = 'bench_ids'
  return [
    // Sorted by id, so that the other columns are in random order, as in an old table. This order also makes indexing
    // fast.
    `create temporary table bench_ids as select n, md5(n::text)::uuid as id from generate_series(1, ${count}) as n order by 2`,
    `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission, description,
      featured, sold, sold_expiry_date, created_at, updated_at${factColumns.join('')})
    select id, concat_ws(' ', year, make, model, trim), make, model, year, price, mileage, fuel_type, transmission,
      description, not sold and ${dice(11, 50)} = 0, sold,
      case when sold then current_date + ${dice(12, 30)} - case when ${dice(13, 4)} = 0 then 0 else 365 end end,
      now() - n * interval '3 years' / ${count}, now() - n * interval '1 year' / ${count}${factValues.join('')}
    from (
      select n, id, ${one(MAKES, make)} as make, ${one(MODELS, `(${make} * 5 + ${dice(14, 12)}) % 36`)} as model,
        ${one(TRIMS, dice(15, TRIMS.length))} as trim, 2005 + ${dice(16, 21)} as year, 1000 + ${dice(17, 98_000)} as price,
        ${dice(18, 150_000)} as mileage, ${one(['Petrol', 'Diesel', 'Hybrid', 'Electric'], dice(19, 4))} as fuel_type,
        ${one(['Automatic', 'Manual', 'Semi-Automatic'], dice(20, 3))} as transmission,
        concat_ws(' ', ${description.join(', ')}) as description, ${isSold} as sold
      from ${rows}
    ) as made`,
    `insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
    select id, ${list(pictures)}[1 + (n + i * 7) % ${pictures.length}], i = 0, i
    from ${rows}, generate_series(0, 5) as i where i < 5 or n % 2 = 0`,
    `insert into public.vehicle_features (vehicle_id, feature)
    select id, ${list(FEATURES)}[1 + (n + i) % ${FEATURES.length}] from ${rows}, generate_series(0, 5) as i`,
    `insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
    select id, ${list(SPECIFICATIONS)}[i], 'Value ' || (n + i) % 97 from ${rows}, generate_series(1, 5) as i`,
    'drop table bench_ids',
  ]
}

/** Migrates a new database and stores the demo pictures, which the filled vehicles share. */
export const seedDemo = (env) =>
  promisify(execFile)(process.execPath, [join(root, 'backend/dist/seed.js'), '20'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
  })

/**
 * What only staff know: every vehicle has a registration and a VIN, most have a purchase and two costs, and the sold ones
 * have a sale, of which half are complete. One vehicle in 50 is a draft, one in 60 is reserved, and one in 70 has no
 * picture.
 */
const RECORD_STATEMENTS = [
  'create temporary table bench_ids as select n, md5(n::text)::uuid as id from generate_series(1, COUNT) as n',
  'update public.vehicles v set hidden = true, featured = false from bench_ids b where b.id = v.id and n % 50 = 0',
  `update public.vehicles v set reserved_until = current_date + 5 from bench_ids b
    where b.id = v.id and n % 60 = 1 and not v.sold and not v.hidden`,
  'delete from public.vehicle_images i using bench_ids b where b.id = i.vehicle_id and n % 70 = 2',
  `insert into public.vehicle_identity (vehicle_id, registration, vin)
    select id, 'AB' || lpad((n % 100)::text, 2, '0') || chr(65 + n / 676 % 26) || chr(65 + n / 26 % 26) || chr(65 + n % 26),
      'WVWZZZ1KZAW' || lpad(n::text, 6, '0') from bench_ids`,
  `insert into public.vehicle_ledger (vehicle_id, bought_from, bought_on, bought_for_pence)
    select id, 'Auction ' || n % 50, current_date - n % 200, 500000 + n * 10 from bench_ids where n % 10 > 0`,
  `insert into public.vehicle_costs (vehicle_id, what, amount_pence)
    select id, 'Preparation ' || i, 10000 + n % 5000 from bench_ids, generate_series(1, 2) as i where n % 10 > 0`,
  `insert into public.vehicle_sales (vehicle_id, price_pence, sold_on, channel)
    select v.id, v.price * 100, current_date - n % 300, case when n % 2 = 0 then 'Showroom' end
    from public.vehicles v join bench_ids b using (id) where v.sold`,
  'drop table bench_ids',
]

/** Fills our own schema without triggers, then rebuilds the read model and the indexes. */
export async function fillOurs(run, count, { withRecords = false } = {}) {
  const { rows } = await run('select distinct image_url from public.vehicle_images order by 1')
  const pictures = rows.map(({ image_url }) => image_url)
  await run("set session_replication_role = 'replica'")
  await run(
    `truncate ${['demo_vehicles', 'listed_vehicles', 'activity', ...FILLED_TABLES].map((name) => `public.${name}`)} cascade`,
  )
  const indexes = await dropIndexes(run, [...FILLED_TABLES, 'listed_vehicles'])
  const records = withRecords ? RECORD_STATEMENTS.map((statement) => statement.replace('COUNT', count)) : []
  for (const statement of [...fillStatements(count, pictures, FACTS), ...records]) await run(statement)
  await run(`insert into public.car_makes (name) select distinct make from public.vehicles on conflict do nothing`)
  await run('select forecourt.rebuild_listed_vehicles()')
  for (const definition of indexes) await run(definition)
  await run("set session_replication_role = 'origin'")
  await run('vacuum (analyze)')
}

/** The id of one of the people that the leads belong to. */
const personId = (n) => `md5('person ' || ${n})::uuid`

/**
 * Adds leads about the vehicles without triggers: four fifths enquiries, of the rest four fifths test drives, otherwise
 * contact messages. A quarter of the enquiries and a tenth of the test drives are new. Two fifths as many people have
 * sent them, a third of the leads are assigned to one of five colleagues, and a tenth have a next step. Three things
 * have happened to each.
 */
export async function fillLeads(run, count, vehicles) {
  const people = Math.round(count * 0.4)
  const enquiries = Math.round(count * 0.8)
  const testDrives = Math.round((count - enquiries) * 0.8)
  const person = `'Customer ' || n, 'customer' || n || '@example.com', '07123 456789'`
  const message = `'Is number ' || n || ' still for sale? ' || repeat('I could come on Saturday. ', 12)`
  const status = `(array['New', 'Responded', 'Closed', 'Closed'])[1 + n % 4]`
  const ago = `now() - n * interval '3 years' / ${count}`
  const about = (many) =>
    `generate_series(1, ${many}) as n join public.vehicles v on v.id = md5((1 + n % ${vehicles})::text)::uuid`
  await run("set session_replication_role = 'replica'")
  for (const statement of [
    `insert into public.enquiries (id, name, email, phone, message, vehicle_id, vehicle_title, status, created_at)
    select md5('enquiry ' || n)::uuid, ${person}, ${message}, v.id, v.title, ${status}, ${ago} from ${about(enquiries)}`,
    `insert into public.test_drives (name, email, phone, vehicle_id, vehicle_title, status, preferred_date, created_at)
    select ${person}, v.id, v.title, case when n % 10 = 0 then 'Scheduled' else 'Closed' end,
      date_trunc('day', ${ago} + interval '30 days') + interval '10 hours', ${ago} from ${about(testDrives)}`,
    `insert into public.contact_messages (name, email, phone, message, status, created_at)
    select ${person}, ${message}, ${status}, ${ago} from generate_series(1, ${count - enquiries - testDrives}) as n`,
    `insert into public.people (id, root_id, name, email, phone, words, last_contact_at)
    select ${personId('n')}, ${personId('n')}, 'Customer ' || n, 'customer' || n || '@example.com',
      '07' || lpad((n / 2)::text, 9, '0'),
      format(' customer %s customer%s@example.com 07%s', n, n, lpad((n / 2)::text, 9, '0')), ${ago}
    from generate_series(1, ${people}) as n`,
    `insert into public.lead_desk
      (kind, lead_id, created_at, status, vehicle_id, name, vehicle_title, person_id, assignee_id, next_step, due_on)
    select kind, id, created_at, case status when 'Scheduled' then 'New' else status end, vehicle_id, name, vehicle_title,
      ${personId(`1 + n % ${people}`)}, case when n % 3 = 0 then md5('colleague ' || n % 5)::uuid end,
      case when n % 10 = 0 then 'Call back' else '' end, case when n % 10 = 0 then current_date - 60 + n % 90 end
    from (
      select *, row_number() over (order by created_at)::int as n from (
        select 'enquiry' as kind, id, created_at, status, vehicle_id, name, vehicle_title from public.enquiries
        union all
        select 'test-drive', id, created_at, status, vehicle_id, name, vehicle_title from public.test_drives
        union all
        select 'contact', id, created_at, status, null, name, '' from public.contact_messages
      ) as sent
    ) as leads`,
    `insert into public.lead_events (kind, lead_id, event, body, created_at)
    select kind, lead_id, (array['status', 'note', 'call'])[step], 'Responded', created_at + step * interval '1 hour'
    from public.lead_desk, generate_series(1, 3) as step`,
    `insert into forecourt.lead_words (id, words)
    select id, forecourt.lead_words_of(name, email, vehicle_title, message) from public.inbox`,
  ])
    await run(statement)
  await run("set session_replication_role = 'origin'")
  await run('vacuum (analyze)')
}

/**
 * Adds subscribers with one confirmed alert each: half about a vehicle, half about a search for a make up to a price, of
 * which one in eight mentions a word too. The searches are nearly all different.
 */
export async function fillAlerts(run, subscribers, vehicles) {
  const make = one(MAKES, dice(31, MAKES.length))
  const price = `5000 + ${dice(32, 900)} * 100`
  for (const statement of [
    `insert into forecourt.alert_subscribers (id, email, created_at)
    select md5('subscriber ' || n)::uuid, 'subscriber' || n || '@example.com', now() - interval '1 day'
    from generate_series(1, ${subscribers}) as n`,
    `insert into forecourt.alerts (subscriber_id, vehicle_id, created_at, confirmed_at, known_price, known_sold)
    select md5('subscriber ' || n)::uuid, v.id, now() - interval '1 day', now(), v.price, v.sold
    from generate_series(1, ${subscribers}) as n
    join public.vehicles v on v.id = md5((1 + n % ${vehicles})::text)::uuid where n % 2 = 0`,
    `insert into forecourt.alerts (subscriber_id, created_at, confirmed_at, search, path, label)
    select md5('subscriber ' || n)::uuid, now() - interval '1 day', now(), jsonb_build_object(
      'filters', jsonb_build_object('make', array[make], 'max_price', price),
      'words', case when n % 16 = 1 then '[["warranty"]]' else '[]' end::jsonb), 'n=' || n, make
    from (select n, ${make} as make, ${price} as price from generate_series(1, ${subscribers}) as n) as asked where n % 2 = 1`,
  ])
    await run(statement)
  await run('vacuum (analyze)')
}

async function dropIndexes(run, tables) {
  const { rows } = await run(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any (array[${tables.map((name) => `'public.${name}'::regclass`)}])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await run(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Creates only the four tables, readable by everyone, for servers that have their own schema. */
const PLAIN_TABLES = [
  `create table public.vehicles (id uuid primary key, title text not null, make text not null, model text not null,
    year integer not null, price numeric(12, 2) not null, mileage integer not null, fuel_type text not null,
    transmission text not null, description text not null, featured boolean not null, sold boolean not null,
    sold_expiry_date date, created_at timestamptz not null, updated_at timestamptz not null)`,
  'create index on public.vehicles (created_at desc, id)',
  `create table public.vehicle_images (id uuid primary key default gen_random_uuid(),
    vehicle_id uuid not null references public.vehicles, image_url text not null, is_primary boolean not null,
    display_order integer not null)`,
  `create table public.vehicle_features (id bigint generated always as identity primary key,
    vehicle_id uuid not null references public.vehicles, feature text not null)`,
  `create table public.vehicle_specifications (id bigint generated always as identity primary key,
    vehicle_id uuid not null references public.vehicles, spec_key text not null, spec_value text not null)`,
  ...FILLED_TABLES.slice(1).map((table) => `create index on public.${table} (vehicle_id)`),
]

export async function fillPlain(run, count, pictures) {
  for (const statement of [...PLAIN_TABLES, ...fillStatements(count, pictures), 'analyze']) await run(statement)
}

/** Fills the embedded database, which must not be in use by a site. */
export async function fillEmbedded(dataDir, count, { leads = 0, subscribers = 0, withRecords = false } = {}) {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const db = await PGlite.create({ dataDir: join(dataDir, 'database'), extensions: { pg_trgm } })
  try {
    const run = (text, values) => db.query(text, values)
    await fillOurs(run, count, { withRecords })
    if (leads > 0) await fillLeads(run, leads, count)
    if (subscribers > 0) await fillAlerts(run, subscribers, count)
  } finally {
    await db.close()
  }
}

export const OPEN_TO_READ = FILLED_TABLES.flatMap((table) => [
  `alter table public.${table} enable row level security`,
  `grant select on public.${table} to anon`,
  `create policy everyone on public.${table} for select to anon using (true)`,
])
