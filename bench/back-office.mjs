// Measures how fast the back office is with 100,000 vehicles, 50,000 leads and 20,000 people, on PostgreSQL and on the
// embedded database. Sends the screens' requests one after another, as a signed-in admin. Needs a build.
// --parts screens,changes,renaming,export and --engines postgres,pglite choose what is measured.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openCluster } from './lib/cluster.mjs'
import { fillEmbedded, fillLeads, fillOurs, seedDemo } from './lib/fill.mjs'
import {
  isVehiclePage,
  measureChanges,
  measureExport,
  measureRenaming,
  VEHICLE_SCENARIOS,
  vehiclesOf,
} from './lib/office-vehicles.mjs'
import { startSite } from './lib/site.mjs'

const VEHICLES = Number(process.env.VEHICLES ?? 100_000)
const EMBEDDED_VEHICLES = Number(process.env.EMBEDDED_VEHICLES ?? VEHICLES)
const LEADS = Number(process.env.LEADS ?? 50_000)
const ROUNDS = Number(process.env.ROUNDS ?? 20)
/** Measures only the requests whose name matches, e.g. `enquiries|counts`. */
const ONLY = new RegExp(process.env.ONLY ?? '')
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'screens,changes,renaming,export' },
    engines: { type: 'string', default: 'postgres,pglite' },
  },
})
const parts = new Set(values.parts.split(','))
const engines = new Set(values.engines.split(','))
/** The first requests open connections and prepare statements. */
const WARM_ROUNDS = 6
const ADMIN = { email: 'admin@bench.example', password: 'bench-admin-password' }

/** The id of the first of the five colleagues in lib/fill.mjs. */
const COLLEAGUE = createHash('md5').update('colleague 0').digest('hex')
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
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
  ...VEHICLE_SCENARIOS,
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

const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
const results = new Map()
try {
  if (engines.has('postgres')) results.set('PostgreSQL', await measureOnPostgres(join(folder, 'server')))
  if (engines.has('pglite')) results.set('PGlite', await measureOnPglite(join(folder, 'embedded')))
  report()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureOnPostgres(dataDir) {
  const cluster = await openCluster()
  try {
    await cluster.create('office')
    const databaseUrl = cluster.urlOf('office')
    await seedDemo({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    await cluster.session('office', async (run) => {
      await fillOurs(run, VEHICLES, { withRecords: true })
      if (parts.has('screens')) await fillLeads(run, LEADS, VEHICLES)
    })
    return await measure(dataDir, { DATABASE_URL: databaseUrl })
  } finally {
    await cluster.close()
  }
}

async function measureOnPglite(dataDir) {
  await seedDemo({ DATA_DIR: dataDir })
  await fillEmbedded(dataDir, EMBEDDED_VEHICLES, { leads: parts.has('screens') ? LEADS : 0, withRecords: true })
  return measure(dataDir, {})
}

/** What was measured of the screens, and in words for the rest. */
async function measure(dataDir, env) {
  const delayFile = join(folder, 'loop-delay')
  const settings = { DEMO_STOCK: '0', CAPTCHA: 'off', TRUST_PROXY: '1', WORKERS: '1' }
  const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const observed = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'lib/servers/loop-delay.mjs'))}`,
    LOOP_DELAY_FILE: delayFile,
  }
  const site = await startSite({ dataDir, env: { ...settings, ...admin, ...observed, ...env } })
  try {
    const ask = await askAsAdmin(site.url, dataDir)
    const loopDelay = () => readLoopDelay(site.pid, delayFile)
    const screens = parts.has('screens') ? await measureScreens(ask) : new Map()
    const notes = new Map()
    const tools = { ask, loopDelay, pid: site.pid, say: (name, text) => notes.set(name, text) }
    if (parts.has('changes')) await measureChanges(tools)
    if (parts.has('renaming')) await measureRenaming(tools)
    if (parts.has('export')) await measureExport(tools)
    return { screens, notes }
  } finally {
    await site.stop()
  }
}

async function readLoopDelay(pid, file) {
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await new Promise((wake) => setTimeout(wake, 5))
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Requests come from many networks, because the site limits the database time of each. */
async function askAsAdmin(url, dataDir) {
  const { publishableKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const authorization = `Bearer ${await signIn(url, publishableKey)}`
  let networks = 0
  return async (path, { method = 'GET', body, network = null } = {}) => {
    const n = network ?? 256 + networks++
    const response = await fetch(url + path, {
      method,
      headers: {
        apikey: publishableKey,
        authorization,
        prefer: 'count=exact',
        'content-type': 'application/json',
        'x-forwarded-for': `100.${64 + ((n >> 8) % 64)}.${n % 256}.2`,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok && response.status !== 429) throw new Error(`${path}: status ${response.status} ${text}`)
    const total = response.headers.get('content-range')?.split('/')[1] ?? ''
    return { status: response.status, text, total, json: () => JSON.parse(text) }
  }
}

async function measureScreens(ask) {
  const screens = new Map()
  for (const [name, path, method] of SCENARIOS.filter(([name]) => ONLY.test(name))) {
    const times = []
    let total = ''
    for (let round = 0; round < ROUNDS + WARM_ROUNDS; round++) {
      const started = performance.now()
      const answer = await ask(path, { method })
      if (answer.status !== 200 && answer.status !== 206) throw new Error(`${name}: status ${answer.status}`)
      if (path.includes('select=kind,lead_id')) await ask(leadsOf(answer.json()))
      if (isVehiclePage(path)) await ask(vehiclesOf(answer.json()))
      if (round >= WARM_ROUNDS) times.push(performance.now() - started)
      total = answer.total
    }
    screens.set(name, { total, times: times.sort((a, b) => a - b) })
  }
  return screens
}

function report() {
  const names = [...results.keys()]
  const rows = (key) => [...new Set([...results.values()].flatMap((result) => [...result[key].keys()]))]
  console.log(
    `${VEHICLES} vehicles, ${EMBEDDED_VEHICLES} embedded, ${LEADS} leads, ${ROUNDS} rounds; p50 / p95 in ms\n`,
  )
  console.log(`| request | rows in all | ${names.join(' | ')} |\n|---|---:|${names.map(() => '---:|').join('')}`)
  for (const name of rows('screens')) {
    const measured = names.map((engine) => results.get(engine).screens.get(name))
    console.log(`| ${name} | ${measured[0].total} | ${measured.map(({ times }) => inWords(times)).join(' | ')} |`)
  }
  for (const name of rows('notes'))
    for (const engine of names) console.log(`${engine}, ${name}: ${results.get(engine).notes.get(name)}`)
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
