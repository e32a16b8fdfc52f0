// Sites from earlier versions keep their vehicles, pictures, accounts, leads, settings and keys in this one.

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { restoreSite } from '../../src/backup/restore-site.ts'
import { parseConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { openPictures } from '../../src/storage/drivers/open-pictures.ts'
import { administer, connectionString, createPostgresDatabase, migrationsDirectory, testDirectory } from '../engines.ts'
import { unpackFolder } from './archive.ts'
import {
  ADMIN,
  type Call,
  CUSTOMER,
  callerOf,
  type Facts,
  hashPictures,
  readLeads,
  signIn,
  VEHICLES,
} from './fill-site.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const here = import.meta.dirname
const read = (commit: string, file: string) => readFileSync(join(here, commit, file))
const readJson = <T>(commit: string, file: string) => JSON.parse(read(commit, file).toString()) as T

const commits = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

interface Left {
  dataDir: string
  databaseUrl?: string
}

const newFolder = () => join(testDirectory(), randomUUID())

const SITES: { name: string; facts: string; enquiries: number; open(commit: string): Promise<Left> }[] = [
  {
    name: 'an embedded site',
    facts: 'embedded.json',
    enquiries: 3,
    open: async (commit) => unpack(commit, 'embedded.tar.br'),
  },
  {
    name: 'an embedded site that was killed after one more enquiry',
    facts: 'embedded.json',
    enquiries: 4,
    open: async (commit) => unpack(commit, 'embedded.tar.br', 'killed.tar.br'),
  },
  {
    name: 'a site restored from its backup',
    facts: 'postgres.json',
    enquiries: 3,
    open: restoreBackup,
  },
  {
    name: 'a site on PostgreSQL',
    facts: 'postgres.json',
    enquiries: 3,
    open: async (commit) => ({ ...unpack(commit, 'postgres.tar.br'), databaseUrl: await restoreDump(commit) }),
  },
]

function unpack(commit: string, ...archives: string[]): Left {
  const dataDir = newFolder()
  for (const archive of archives) unpackFolder(join(here, commit, archive), dataDir)
  return { dataDir }
}

async function restoreBackup(commit: string): Promise<Left> {
  const { dataDir: from } = unpack(commit, 'backup.tar.br')
  const dataDir = newFolder()
  const config = parseConfig({ DATA_DIR: dataDir })
  await restoreSite({ config, from, migrationsDir: migrationsDirectory, openPictures, say: () => {} })
  return { dataDir }
}

async function restoreDump(commit: string): Promise<string> {
  // The roles belong to the server and are created with the first of our databases.
  const { socket } = await createPostgresDatabase()
  const database = `upgrade_${randomUUID().replaceAll('-', '')}`
  await administer(socket, `create database ${database}`)
  const url = connectionString(socket, database)
  const db = await openPostgres({ connectionString: url, maxConnections: 1 })
  const dump = brotliDecompressSync(read(commit, 'postgres.sql.br')).toString()
  // Remove psql's meta-commands.
  await db.exec(dump.replaceAll(/^\\.*$/gm, ''))
  await db.close()
  return url
}

// The killed site has everything that the embedded site has, and one enquiry more.
const sites = SITES.filter(({ name }) => process.env.TEST_LONG || name !== 'an embedded site')

describe.each(commits.flatMap((commit) => sites.map((site) => ({ commit, ...site }))))(
  '$name left by $commit',
  ({ commit, open, facts: factsFile, enquiries }) => {
    const facts = readJson<Facts>(commit, factsFile)
    let left: Left
    let keysBefore: string
    let server: RunningServer
    let site: { url: string; publishableKey: string }
    let visitor: Call
    let admin: Call

    const config = () => ({
      ...parseConfig({
        PORT: '0',
        DATA_DIR: left.dataDir,
        ADMIN_EMAIL: 'someone.else@upgrade.example',
        CAPTCHA: 'off',
        LOG_LEVEL: 'fatal',
      }),
      // This is set directly because the parser rejects socket addresses.
      databaseUrl: left.databaseUrl ?? null,
    })
    const readKeys = () => readFileSync(join(left.dataDir, 'keys.json'), 'utf8')

    beforeAll(async () => {
      left = await open(commit)
      keysBefore = readKeys()
      server = await startServer({
        config: config(),
        site: null,
        migrationsDir: migrationsDirectory,
        lockTimeoutMs: 1000,
      })
      site = { url: `http://localhost:${server.port}`, publishableKey: JSON.parse(keysBefore).publishableKey }
      visitor = callerOf(site)
      admin = callerOf(site, (await signIn(visitor, ADMIN)).access_token)
    })

    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= server?.stop()
      return stopping
    }
    afterAll(stop)

    test('an upgraded site has the same vehicles without duplicates, and without the deleted vehicle', async () => {
      const vehicles = await visitor(VEHICLES)

      expect(vehicles).toMatchObject(facts.vehicles)
      expect(vehicles.map(({ id }) => id)).not.toContain(facts.deletedVehicle.id)
      expect(vehicles.map(({ id }) => id)).toContain(facts.soldVehicle.id)
    })

    test('an upgraded site serves the same pictures, byte for byte', async () => {
      expect(await hashPictures(site.url, facts.vehicles)).toEqual(facts.pictures)
    })

    test('an upgraded site accepts the same passwords and sessions and does not create another first admin', async () => {
      expect(server.firstAdminPassword).toBeNull()
      expect(await admin('/rest/v1/profiles?order=id')).toMatchObject(facts.profiles)

      const { refresh_token } = facts.session
      const renewed = await visitor<{ access_token: string; user: object }>('/auth/v1/token?grant_type=refresh_token', {
        refresh_token,
      })
      expect(renewed.user).toMatchObject(facts.session.user)
      const own = await callerOf(site, renewed.access_token)('/rest/v1/enquiries')
      expect(own).toMatchObject([{ email: CUSTOMER.email, message: 'May I bring my father?' }])

      expect((await signIn(visitor, CUSTOMER)).user.id).toBe(facts.session.user.id)
    })

    test('an upgraded site shows its admin the same leads, including those about a deleted vehicle', async () => {
      const leads = await readLeads(admin)
      const isOld = ({ name }: Record<string, unknown>) => name !== 'Late Caller'

      expect({ ...leads, enquiries: leads.enquiries.filter(isOld) }).toMatchObject(facts.leads)
      expect(leads.enquiries).toHaveLength(enquiries)
      expect(leads.enquiries).toContainEqual(
        expect.objectContaining({ vehicle_id: null, vehicle_title: facts.deletedVehicle.title }),
      )
    })

    test('an upgraded site knows the person behind every lead and every confirmed account', async () => {
      const [leads, people] = await Promise.all([
        admin<{ email: string; person_id: string | null }[]>('/rest/v1/inbox?select=email,person_id'),
        admin<{ id: string; email: string; user_id: string | null }[]>('/rest/v1/people?select=id,email,user_id'),
      ])
      expect(leads.length).toBeGreaterThan(0)
      for (const { email, person_id } of leads) {
        if (email === 'deleted@account.invalid') expect(person_id).toBeNull()
        else expect(people.map(({ id }) => id)).toContain(person_id)
      }
      const withAccount = people.filter(({ user_id }) => user_id)
      expect(withAccount).toMatchObject([{ email: CUSTOMER.email, user_id: facts.session.user.id }])
    })

    test('the price history of an upgraded site starts at the upgrade, so no vehicle has a “was” price', async () => {
      const history = await admin<{ vehicle_id: string; price: number; on_offer: boolean }[]>(
        '/rest/v1/price_history?select=vehicle_id,price,on_offer&order=vehicle_id',
      )
      expect(history).toEqual(
        facts.vehicles.map(({ id, price, sold, vehicle_images }) => ({
          vehicle_id: id,
          price,
          on_offer: !sold && (vehicle_images as unknown[]).length > 0,
        })),
      )
      expect(await visitor('/rest/v1/listed_vehicles?select=id&was_price=not.is.null')).toEqual([])
    })

    test('every vehicle of an upgraded site is in the state it had: none is a draft, reserved or on application', async () => {
      const columns = 'id,vehicle_state,price,asking_price,price_on_application,reserved_until,hidden'
      const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
      const stateOf = ({ sold, sold_expiry_date, vehicle_images }: Facts['vehicles'][number]) => {
        if (sold) return String(sold_expiry_date) < today ? 'Expired' : 'Sold'
        return (vehicle_images as unknown[]).length > 0 ? 'Listed' : 'No picture'
      }
      expect(await admin(`/rest/v1/vehicles?select=${columns}&order=id`)).toEqual(
        facts.vehicles.map((vehicle) => ({
          id: vehicle.id,
          vehicle_state: stateOf(vehicle),
          price: vehicle.price,
          asking_price: vehicle.price,
          price_on_application: false,
          reserved_until: null,
          hidden: false,
        })),
      )
      for (const state of ['Draft', 'Reserved'])
        expect(await admin(`/rest/v1/rpc/stock_list?_state=${state}`)).toEqual([])
    })

    test('every vehicle that an upgraded site had sold has a sale for an admin to complete', async () => {
      const sales = await admin(
        '/rest/v1/vehicle_sales?select=vehicle_id,price_pence,channel,is_prefilled&order=vehicle_id',
      )
      const sold = facts.vehicles.filter((vehicle) => vehicle.sold)
      expect(sold.length).toBeGreaterThan(0)
      expect(sales).toEqual(
        sold.map(({ id, price }) => ({
          vehicle_id: id,
          price_pence: Math.round(Number(price) * 100),
          channel: null,
          is_prefilled: true,
        })),
      )
    })

    test('an upgraded site has the same settings', async () => {
      const settings = await admin<{ key: string }[]>('/rest/v1/config')

      for (const setting of facts.settings) {
        expect(settings.find(({ key }) => key === setting.key)).toMatchObject(setting)
      }
    })

    test('an upgraded site has the same keys and queued emails', async () => {
      await stop()
      expect(readKeys()).toBe(keysBefore)

      const db = await openDatabase(left)
      const { rows } = await db.query<{ id: string }>(`select id from public.email_outbox where status = 'pending'`)
      await db.close()
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(facts.mails))
      expect(facts.mails.length).toBeGreaterThan(5)
    })
  },
)
