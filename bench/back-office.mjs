// Measures how fast the back office's screens are with 100,000 vehicles, 50,000 leads and 20,000 people, on PostgreSQL
// and on the embedded database. Sends the screens' requests one after another, as a signed-in admin. Needs a build.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from './lib/cluster.mjs'
import { fillEmbedded, fillLeads, fillOurs, seedDemo } from './lib/fill.mjs'
import { startSite } from './lib/site.mjs'

const VEHICLES = Number(process.env.VEHICLES ?? 100_000)
const LEADS = Number(process.env.LEADS ?? 50_000)
const ROUNDS = Number(process.env.ROUNDS ?? 20)
/** Measures only the requests whose name matches, e.g. `enquiries|counts`. */
const ONLY = new RegExp(process.env.ONLY ?? '')
/** The first requests open connections and prepare statements. */
const WARM_ROUNDS = 6
const ADMIN = { email: 'admin@bench.example', password: 'bench-admin-password' }

/** The id of the first of the five colleagues in lib/fill.mjs. */
const COLLEAGUE = createHash('md5').update('colleague 0').digest('hex')
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const VEHICLE_ROW =
  'id,title,make,model,year,price,mileage,fuel_type,transmission,featured,sold,sold_expiry_date,updated_at,vehicle_images(image_url)'
const VEHICLE_PAGE = `/rest/v1/vehicles?select=${VEHICLE_ROW}&vehicle_images.order=display_order.asc&vehicle_images.limit=1&limit=25`
/** The inbox finds a page's leads first and then reads them. */
const INBOX_PAGE = '/rest/v1/lead_desk?select=kind,lead_id&order=created_at.desc,lead_id.asc&limit=25'
const SEARCHED_PAGE = INBOX_PAGE.replace('/lead_desk?', '/rpc/search_inbox?_words=%7B3210%7D&')
const LEAD_ROW =
  '/rest/v1/inbox?select=kind,id,name,email,phone,message,vehicle_id,vehicle_title,status,preferred_date,created_at,answered_at,assignee_id,due_on,next_step,source,is_demo'
const leadsOf = (found) => `${LEAD_ROW}&id=in.(${found.map((lead) => lead.lead_id).join(',')})`
const CUSTOMER_PAGE =
  '/rest/v1/customers?select=id,name,first_name,last_name,email,phone,disabled,role,created_at&order=created_at.desc,id.asc&limit=25'
const PEOPLE_PAGE =
  '/rest/v1/people?select=id,name,email,phone,last_contact_at&merged_into=is.null&order=last_contact_at.desc.nullslast,id.asc&limit=25'
const LEAD_COLUMNS = 'kind,id,vehicle_title,message,status,preferred_date,created_at'
/** As personId in lib/fill.mjs. */
const PERSON = createHash('md5').update('person 4321').digest('hex')
/** As in lib/fill.mjs. */
const LEAD = createHash('md5').update('enquiry 4321').digest('hex')
const DESK =
  'assignee_id,next_step,due_on,source,person:people(root_id),events:lead_events(id,event,body,subject,delivery,problem,created_at,actor:profiles(first_name,last_name,email))'
const TODAY_LEAD = '/rest/v1/inbox?select=kind,id,name,vehicle_title,preferred_date,created_at&limit=4'
const TODAY_VEHICLE = '/rest/v1/vehicles?select=id,title,sold_expiry_date'
const anywhere = (columns, term) => `&or=(${columns.map((column) => `${column}.ilike."%25${term}%25"`).join(',')})`

const SCENARIOS = [
  ['dashboard, vehicles', '/rest/v1/vehicles?select=id&limit=1', 'HEAD'],
  ['dashboard, sold vehicles', '/rest/v1/vehicles?select=id&sold=eq.true&limit=1', 'HEAD'],
  ['dashboard, enquiries', '/rest/v1/enquiries?select=id&limit=1', 'HEAD'],
  ['dashboard, test drives', '/rest/v1/test_drives?select=id&limit=1', 'HEAD'],
  ['today, new leads', `${TODAY_LEAD}&status=eq.New&order=created_at.desc`],
  [
    'today, test drives',
    `${TODAY_LEAD}&kind=eq.test-drive&status=neq.Closed&preferred_date=gte.${day(0)}&preferred_date=lt.${day(2)}&order=preferred_date`,
  ],
  [
    'today, vehicles without a picture',
    `${TODAY_VEHICLE},vehicles_without_picture!inner(id)&sold=eq.false&order=created_at.desc&limit=4`,
  ],
  [
    'the same without that table',
    `${TODAY_VEHICLE},listed_vehicles()&listed_vehicles=is.null&sold=eq.false&order=created_at.desc&limit=4`,
  ],
  [
    'today, sold vehicles that expire',
    `${TODAY_VEHICLE}&sold=eq.true&sold_expiry_date=gte.${day(0)}&sold_expiry_date=lte.${day(7)}&order=sold_expiry_date&limit=4`,
  ],
  ['vehicles, first page', `${VEHICLE_PAGE}&order=created_at.desc,id.asc`],
  ['vehicles, page 200', `${VEHICLE_PAGE}&order=created_at.desc,id.asc&offset=4975`],
  ['vehicles, price high to low', `${VEHICLE_PAGE}&order=price.desc,id.asc`],
  [
    'vehicles, search',
    `${VEHICLE_PAGE}&order=created_at.desc,id.asc${anywhere(['title', 'make', 'model'], 'quattro')}`,
  ],
  ['sold vehicles, recently sold', `${VEHICLE_PAGE}&sold=eq.true&order=updated_at.desc,id.asc`],
  ['enquiries, first page', INBOX_PAGE],
  ['enquiries, page 1000', `${INBOX_PAGE}&offset=24975`],
  ['enquiries, new only', `${INBOX_PAGE}&status=eq.New`],
  ['enquiries, test drives tab', `${INBOX_PAGE}&kind=eq.test-drive`],
  ['enquiries, search', SEARCHED_PAGE],
  ['enquiries, search that finds all', SEARCHED_PAGE.replace('3210', 'customer')],
  ['enquiries, search that finds all, page 1000', `${SEARCHED_PAGE.replace('3210', 'customer')}&offset=24975`],
  ['enquiries, sorted by name', INBOX_PAGE.replace('order=', 'order=name.asc,')],
  ['enquiries, sorted by name, page 1000', `${INBOX_PAGE.replace('order=', 'order=name.asc,')}&offset=24975`],
  ['enquiries, assigned to a colleague', `${INBOX_PAGE}&assignee_id=eq.${COLLEAGUE}`],
  ['enquiries, not assigned', `${INBOX_PAGE}&assignee_id=is.null`],
  ['enquiries, overdue', `${INBOX_PAGE}&due_on=lt.${day(0)}&status=neq.Closed`],
  ['enquiries, sorted by due date', INBOX_PAGE.replace('order=', 'order=due_on.asc.nullslast,')],
  ['counts beside Enquiries', '/rest/v1/rpc/desk_counts'],
  ['today, next steps', `${TODAY_LEAD}&due_on=lte.${day(0)}&status=neq.Closed&order=due_on`],
  ['lead, what was sent', `${LEAD_ROW}&kind=eq.enquiry&id=eq.${LEAD}`],
  [
    'lead, desk and timeline',
    `/rest/v1/lead_desk?select=${DESK}&kind=eq.enquiry&lead_id=eq.${LEAD}&lead_events.order=created_at`,
  ],
  [
    'lead, other leads',
    `/rest/v1/inbox?select=${LEAD_COLUMNS}&person_id=in.(${PERSON})&id=neq.${LEAD}&order=created_at.desc&limit=6`,
  ],
  ['customers, first page', CUSTOMER_PAGE],
  ['people, first page', PEOPLE_PAGE],
  ['people, page 400', `${PEOPLE_PAGE}&offset=9975`],
  ['people, search that finds all, page 400', `${PEOPLE_PAGE}&words=like.*customer*&offset=9975`],
  ['people, by name', `${PEOPLE_PAGE.replace('last_contact_at.desc', 'name.asc')}`],
  ['people, search for a name', `${PEOPLE_PAGE}&words=like.*customer*&words=like.*4321*`],
  ['people, search for a number', `${PEOPLE_PAGE}&words=like.*0700000216*`],
  ['person, entries', `/rest/v1/people?select=*&root_id=eq.${PERSON}`],
  [
    'person, enquiries',
    `/rest/v1/inbox?select=${LEAD_COLUMNS}&person_id=in.(${PERSON})&order=created_at.desc,id.asc&limit=10`,
  ],
  ['person, same number', `/rest/v1/people?select=root_id&phone=in.(07000002160)&root_id=neq.${PERSON}&limit=10`],
]

const cluster = await openCluster()
const folders = [await makeFolder(), await makeFolder()]
try {
  const [dataDir, embeddedDir] = folders
  await cluster.create('office')
  const databaseUrl = cluster.urlOf('office')
  await seedDemo({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  await cluster.session('office', async (run) => {
    await fillOurs(run, VEHICLES)
    await fillLeads(run, LEADS, VEHICLES)
  })
  const onServer = await measure(dataDir, { DATABASE_URL: databaseUrl })
  await seedDemo({ DATA_DIR: embeddedDir })
  await fillEmbedded(embeddedDir, VEHICLES, LEADS)
  const onPglite = await measure(embeddedDir, {})
  console.log(`${VEHICLES} vehicles, ${LEADS} leads, ${ROUNDS} rounds; p50 / p95 in ms\n`)
  console.log('| request | rows in all | PostgreSQL | PGlite |\n|---|---:|---:|---:|')
  for (const [name, { total, times }] of onServer)
    console.log(`| ${name} | ${total} | ${inWords(times)} | ${inWords(onPglite.get(name).times)} |`)
} finally {
  await cluster.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

function makeFolder() {
  return mkdtemp(join(tmpdir(), 'forecourt-bench-'))
}

async function measure(dataDir, env) {
  const settings = { DEMO_STOCK: '0', CAPTCHA: 'off', TRUST_PROXY: '1', WORKERS: '1' }
  const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const site = await startSite({ dataDir, env: { ...settings, ...admin, ...env } })
  try {
    const { publishableKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
    const headers = {
      apikey: publishableKey,
      authorization: `Bearer ${await signIn(site.url, publishableKey)}`,
      prefer: 'count=exact',
    }
    const results = new Map()
    let network = 0
    for (const [name, path, method = 'GET'] of SCENARIOS.filter(([name]) => ONLY.test(name))) {
      const times = []
      let total = ''
      for (let round = 0; round < ROUNDS + WARM_ROUNDS; round++) {
        // The site limits the database time of each network.
        const from = { 'x-forwarded-for': `100.${64 + ((network >> 8) % 64)}.${network++ % 256}.2` }
        const started = performance.now()
        const ask = async (path) => {
          const response = await fetch(site.url + path, { method, headers: { ...headers, ...from } })
          const body = await response.text()
          if (!response.ok) throw new Error(`${name}: status ${response.status}`)
          return { response, body }
        }
        const { response, body } = await ask(path)
        if (path.includes('select=kind,lead_id')) await ask(leadsOf(JSON.parse(body)))
        if (round >= WARM_ROUNDS) times.push(performance.now() - started)
        total = response.headers.get('content-range')?.split('/')[1] ?? ''
      }
      results.set(name, { total, times: times.sort((a, b) => a - b) })
    }
    return results
  } finally {
    await site.stop()
  }
}

function inWords(times) {
  const at = (part) => times[Math.ceil(times.length * part) - 1].toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}

/** The site is ready shortly before it has created its first admin. */
async function signIn(url, apikey) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    const { access_token: token } = await response.json()
    if (token) return token
    await new Promise((wake) => setTimeout(wake, 1000))
  }
  throw new Error('The admin could not sign in')
}
