// Sites with rows in every table that a backup contains, and the content that must survive a restore.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { restoreSite } from '../src/backup/restore-site.ts'
import { type Config, parseConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { openEmbedded } from '../src/db/embedded.ts'
import { openDatabase } from '../src/db/open.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { loadKeys } from '../src/keys/keys.ts'
import { openPictures } from '../src/storage/drivers/open-pictures.ts'
import {
  administer,
  connectionString,
  createPostgresDatabase,
  fillEmbedded,
  migrationsDirectory,
  postgresSocket,
} from './engines.ts'

export const PICTURE = Buffer.from('not really a picture')
const ODD = { title: 'Größe "A"\n\\N 50% �', tags: null }

/** A database without migrations. */
export async function emptyPostgres(): Promise<string> {
  const socket = await postgresSocket()
  const name = `empty_${createHash('md5').update(String(Math.random())).digest('hex')}`
  await administer(socket, `create database ${name}`)
  return connectionString(socket, name)
}

/** Sets databaseUrl directly, because the configuration rejects a socket's address. */
export const configOf = (dataDir: string, databaseUrl: string | null = null): Config => ({
  ...parseConfig({ DATA_DIR: dataDir }),
  databaseUrl,
})

export interface Site {
  config: Config
  db: Database
}

export async function openSite(engine: 'embedded' | 'postgres', dataDir: string): Promise<Site> {
  const url = engine === 'postgres' ? (await createPostgresDatabase()).url : undefined
  const config = configOf(dataDir, url)
  const db = url
    ? await openPostgres({ connectionString: url, maxConnections: 4 })
    : await openEmbedded({ dataDir: await fillEmbedded(join(dataDir, 'database')) })
  await fill(config, db)
  return { config, db }
}

export async function fill(config: Config, db: Database): Promise<void> {
  const driver = openPictures(config)
  await db.query(`update storage.installation set id = gen_random_uuid()`)
  const { rows } = await db.query<{ id: string }>('select id from storage.installation')
  await driver.write('installation-id', Buffer.from(`${rows[0]?.id}\n`))
  await db.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data)
     values ('00000000-0000-4000-8000-000000000001', 'boss@example.com', 'hash', now(), 'null'),
       ('00000000-0000-4000-8000-000000000002', 'amy@example.com', 'hash', now(), '{"a": 1.10}')`,
  )
  await db.query(`insert into public.user_roles (user_id, role) values ('00000000-0000-4000-8000-000000000001', 'admin')
    on conflict (user_id) do update set role = 'admin'`)
  await db.query(
    `insert into auth.sessions (user_id, ip) values ('00000000-0000-4000-8000-000000000002', '2001:db8::1')`,
  )
  for (const name of ['one.webp', 'two.webp', 'removed.webp']) {
    await db.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('vehicle-images', $1, '{"size": 20}')`,
      [name],
    )
    await driver.write(`vehicle-images/${name}`, name === 'two.webp' ? Buffer.from('another') : PICTURE)
  }
  for (let index = 0; index < 5; index++) {
    const { rows: vehicles } = await db.query<{ id: string }>(
      `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
       values ($1, 'Audi', 'A4', 2020, 12345.67, 10, 'Petrol', 'Manual') returning id`,
      [`${ODD.title} ${index}`],
    )
    const id = vehicles[0]?.id
    await db.query(
      `insert into public.vehicle_images (vehicle_id, image_url) values ($1, '/storage/v1/object/public/vehicle-images/one.webp')`,
      [id],
    )
    await db.query(`insert into public.vehicle_features (vehicle_id, feature) values ($1, 'Heated seats')`, [id])
    await db.query(`insert into public.vehicle_identity (vehicle_id, registration, vin) values ($1, 'P1RAC', '123')`, [
      id,
    ])
    await db.query(`insert into public.vehicle_ledger (vehicle_id, bought_for_pence) values ($1, 999999999999)`, [id])
    await db.query(`insert into public.vehicle_costs (vehicle_id, what, amount_pence) values ($1, 'MOT', 5485)`, [id])
    await db.query(`insert into public.vehicle_sales (vehicle_id, price_pence) values ($1, 1234567)`, [id])
    await db.query(
      `insert into public.enquiries (vehicle_id, vehicle_title, name, email, phone, message) values ($1, 'A4', 'Amy', 'amy@example.com', '01733 000000', 'Is it still for sale?')`,
      [id],
    )
  }
  await loadKeys(config, db)
}

/** Everything that a restored site must share with its source. */
export async function contentOf(db: Database) {
  const select = async (sql: string) => (await db.query(sql)).rows
  return {
    vehicles: await select('select * from public.vehicles order by title'),
    cards: await select('select * from public.listed_vehicles order by id'),
    counts: await select('select * from forecourt.listed_vehicle_counts order by make, model, listed_until'),
    prices: await select('select * from public.price_history order by vehicle_id, since'),
    features: await select('select * from public.vehicle_features order by id'),
    identities: await select('select * from public.vehicle_identity order by vehicle_id'),
    ledger: await select('select * from public.vehicle_ledger order by vehicle_id'),
    costs: await select('select * from public.vehicle_costs order by id'),
    sales: await select('select * from public.vehicle_sales order by vehicle_id'),
    enquiries: await select('select * from public.enquiries order by id'),
    users: await select(
      'select id, email, encrypted_password, confirmed_at, raw_app_meta_data::text as meta from auth.users order by id',
    ),
    sessions: await select('select * from auth.sessions'),
    outbox: await select('select * from public.email_outbox order by id'),
    objects: await select('select * from storage.objects order by name'),
    installation: await select('select * from storage.installation'),
    triggers: await select(
      `select tgrelid::regclass::text as on, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    ),
  }
}

export const reopen = (config: Config) =>
  openDatabase({ databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir, maxConnections: 4 })

export const target = async (engine: 'embedded' | 'postgres', dataDir: string) =>
  configOf(dataDir, engine === 'postgres' ? await emptyPostgres() : undefined)

export const restore = async (config: Config, from: string) => {
  const openNew: typeof openEmbedded = async (options) =>
    openEmbedded({ ...options, dataDir: await fillEmbedded(options.dataDir) })
  return restoreSite({ config, from, migrationsDir: migrationsDirectory, openPictures, openNew, say: () => {} })
}
