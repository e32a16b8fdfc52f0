// Measures how fast the back office's lists are with 10,000 vehicles and 50,000 enquiries. Sends its screens' requests
// one after another, as a signed-in admin. Needs a build. Set DATABASE_URL to measure a PostgreSQL server instead of
// PGlite.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverArguments } from '../scripts/server-arguments.mjs'

const VEHICLES = Number(process.env.VEHICLES ?? 10_000)
const ENQUIRIES = Number(process.env.ENQUIRIES ?? 50_000)
const ROUNDS = Number(process.env.ROUNDS ?? 30)
const ADMIN = { email: 'admin@bench.example', password: 'bench-admin-password' }

const VEHICLE_ROW =
  'id,title,make,model,year,price,mileage,fuel_type,transmission,featured,sold,sold_expiry_date,updated_at,vehicle_images(image_url)'
const VEHICLE_PAGE = `/rest/v1/vehicles?select=${VEHICLE_ROW}&vehicle_images.order=display_order.asc&vehicle_images.limit=1&limit=25`
const INBOX_PAGE =
  '/rest/v1/inbox?select=kind,id,name,email,phone,message,vehicle_id,vehicle_title,status,preferred_date,created_at&order=created_at.desc,id.asc&limit=25'
const CUSTOMER_PAGE =
  '/rest/v1/customers?select=id,name,first_name,last_name,email,phone,disabled,role,created_at&order=created_at.desc,id.asc&limit=25'
const anywhere = (columns, term) => `&or=(${columns.map((column) => `${column}.ilike."%25${term}%25"`).join(',')})`

const SCENARIOS = [
  ['vehicles, first page', `${VEHICLE_PAGE}&order=created_at.desc,id.asc`],
  ['vehicles, page 200', `${VEHICLE_PAGE}&order=created_at.desc,id.asc&offset=4975`],
  ['vehicles, price high to low', `${VEHICLE_PAGE}&order=price.desc,id.asc`],
  ['vehicles, search', `${VEHICLE_PAGE}&order=created_at.desc,id.asc${anywhere(['title', 'make', 'model'], '4321')}`],
  ['sold vehicles, recently sold', `${VEHICLE_PAGE}&sold=eq.true&order=updated_at.desc,id.asc`],
  ['enquiries, first page', INBOX_PAGE],
  ['enquiries, page 1000', `${INBOX_PAGE}&offset=24975`],
  ['enquiries, new only', `${INBOX_PAGE}&status=eq.New`],
  ['enquiries, test drives tab', `${INBOX_PAGE}&kind=eq.test-drive`],
  ['enquiries, search', INBOX_PAGE.replace('/inbox?', '/rpc/search_inbox?_words=%7B43210%7D&')],
  ['customers, first page', CUSTOMER_PAGE],
  ['dashboard and inbox, all counts', '/rest/v1/office_counts?select=subject,status,total'],
]

const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
const port = await freePort()
const url = `http://localhost:${port}`
const site = spawn(process.execPath, serverArguments(), {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_STOCK: '0',
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
  },
})

try {
  await untilReady()
  const { publishableKey, secretKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  await fill(secretKey)
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${await signIn(publishableKey)}`,
    prefer: 'count=exact',
  }
  console.log(
    `${VEHICLES} vehicles, ${ENQUIRIES} enquiries, ${ROUNDS} rounds, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}\n`,
  )
  console.log('| request | total rows | p50 ms | p95 ms |\n|---|---:|---:|---:|')
  for (const [name, path, method = 'GET'] of SCENARIOS) {
    const times = []
    let total = ''
    for (let round = 0; round < ROUNDS + 3; round++) {
      const started = performance.now()
      const response = await fetch(url + path, { method, headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${name}: status ${response.status}`)
      if (round >= 3) times.push(performance.now() - started)
      total = response.headers.get('content-range')?.split('/')[1] ?? ''
    }
    times.sort((a, b) => a - b)
    const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(1)
    console.log(`| ${name} | ${total} | ${at(0.5)} | ${at(0.95)} |`)
  }
} finally {
  site.kill()
  await new Promise((exited) => site.once('exit', exited))
  await rm(dataDir, { recursive: true, force: true })
}

function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })
}

async function untilReady() {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error('The site was not ready in time')
}

async function signIn(apikey) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { access_token: token } = await response.json()
  if (!token) throw new Error('The admin could not sign in')
  return token
}

async function fill(secretKey) {
  const insert = async (table, rows) => {
    for (let start = 0; start < rows.length; start += 500) {
      const response = await fetch(`${url}/rest/v1/${table}`, {
        method: 'POST',
        headers: { apikey: secretKey, 'content-type': 'application/json', prefer: 'return=minimal' },
        body: JSON.stringify(rows.slice(start, start + 500)),
      })
      if (!response.ok) throw new Error(`${table}: ${response.status} ${await response.text()}`)
    }
  }
  const pick = (list, index) => list[index % list.length]
  const moment = (index) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  const vehicles = Array.from({ length: VEHICLES }, (_, index) => ({
    id: uuid('a', index),
    title: `${pick(['Audi', 'BMW', 'Ford', 'Volvo'], index)} number ${index}`,
    make: pick(['Audi', 'BMW', 'Ford', 'Volvo'], index),
    model: `Model ${index % 97}`,
    year: 2010 + (index % 15),
    price: 5000 + ((index * 37) % 90_000),
    mileage: (index * 131) % 150_000,
    fuel_type: pick(['Petrol', 'Diesel', 'Hybrid', 'Electric'], index),
    transmission: pick(['Automatic', 'Manual', 'Semi-Automatic'], index),
    description: 'A well-kept example with full service history. '.repeat(5),
    featured: index % 20 === 1,
    sold: index % 10 === 0,
    sold_expiry_date: index % 10 === 0 ? '2027-01-31' : null,
    created_at: moment(index),
  }))
  await insert('vehicles', vehicles)
  await insert(
    'vehicle_images',
    vehicles.flatMap(({ id }) =>
      [0, 1, 2].map((order) => ({
        vehicle_id: id,
        image_url: `/storage/v1/object/public/vehicle-images/${id}-${order}.webp`,
        is_primary: order === 0,
        display_order: order,
      })),
    ),
  )
  const statuses = ['New', 'Responded', 'Closed', 'Closed']
  const person = (index) => ({
    name: `Customer ${index}`,
    email: `customer${index}@example.com`,
    phone: '07123 456789',
    created_at: moment(index),
  })
  const share = (part) => Math.round(ENQUIRIES * part)
  await insert(
    'enquiries',
    Array.from({ length: share(0.8) }, (_, index) => ({
      ...person(index),
      message: `Is number ${index} still for sale? I could come on Saturday.`,
      vehicle_id: uuid('a', index % VEHICLES),
      status: pick(statuses, index),
    })),
  )
  await insert(
    'test_drives',
    Array.from({ length: share(0.2) }, (_, index) => ({
      ...person(index + share(0.8)),
      message: '',
      vehicle_id: uuid('a', index % VEHICLES),
      status: index % 10 === 0 ? 'Scheduled' : 'Closed',
      preferred_date: `2027-01-${String(1 + (index % 28)).padStart(2, '0')}T${String(9 + (Math.floor(index / VEHICLES) % 9)).padStart(2, '0')}:00:00`,
    })),
  )
}

function uuid(letter, index) {
  return `${letter.repeat(8)}-0000-4000-8000-${String(index).padStart(12, '0')}`
}
