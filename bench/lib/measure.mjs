// Measures the site on one database of a given size, with one of the engines.
import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { load, residentMegabytes } from './load.mjs'
import { answerOf, startLimit, startNginx, startSameBytes } from './references.mjs'
import { requestsFor } from './requests.mjs'
import { startSite } from './site.mjs'

const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br', Accept: 'text/html,image/avif,image/webp,*/*' }
const ROUNDS = 20
const MEMORY_SECONDS = 60
/** Rendering a page runs far more code than the other requests, and takes half as long again before V8 has compiled it. */
const PAGE_WARM_SECONDS = 12

/** Runs `work` with the site on this database, with or without the response cache. */
export async function withSite({ databaseUrl, dataDir }, isCached, work) {
  const env = {
    DEMO_STOCK: '0',
    CAPTCHA: 'off',
    TRUST_PROXY: '1',
    WORKERS: '1',
    ADMIN_PASSWORD: 'bench-admin-password',
    RESPONSE_CACHE: isCached ? '1' : '0',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const site = await startSite({ dataDir, env })
  try {
    const { publishableKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
    return await work(site, requestsFor({ apikey: publishableKey }))
  } finally {
    await site.stop()
  }
}

async function watched({ cluster }, site) {
  return { site: [site.pid], ...(cluster ? { database: [await cluster.postmasterId()] } : {}) }
}

async function withReference(start, work) {
  const server = await start()
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

export async function measureList(place, { column, engine }, isFirst) {
  const { report, say, seconds } = place
  const note = (row, figures) => {
    say(`${column}, ${row}: ${figures.perSecond.toFixed(1)}/s${figures.errors ? `, ${figures.errors} errors` : ''}`)
    report.add(row, column, figures)
  }
  if (engine === 'postgres') {
    await withReference(
      () => startLimit(place.databaseUrl),
      async (limit) =>
        note('the limit', await load(limit.url, [{ path: '/' }], { seconds, watch: await watched(place, limit) })),
    )
  }
  await withSite(place, false, async (site, { list, options, parts }) => {
    const watch = await watched(place, site)
    note('list, uncached', await load(site.url, list, { seconds, watch }))
    note('filter options, uncached', await load(site.url, options, { seconds, watch }))
    note('list with all parts, uncached', await load(site.url, parts, { seconds, watch, times: 1 }))
  })
  const answers = await withSite(place, true, async (site, { list }) => {
    note('list, cached', await load(site.url, list, { seconds, watch: await watched(place, site) }))
    return Promise.all(list.map((request) => answerOf(site.url, request)))
  })
  if (!isFirst || engine !== 'postgres') return
  await compare('list', answers, { note, seconds })
}

/** Measures bare Node and nginx serving the same bytes. */
async function compare(row, answers, { note, seconds }) {
  await withReference(
    () => startSameBytes(answers),
    async ({ url }) =>
      note(
        `${row}, bare Node`,
        await load(
          url,
          answers.map(({ path }) => ({ path })),
          { seconds },
        ),
      ),
  )
  await withReference(
    () => startNginx(answers),
    async ({ url }) =>
      note(
        `${row}, nginx`,
        await load(
          url,
          answers.map((_, index) => ({ path: `/${index}` })),
          { seconds },
        ),
      ),
  )
}

export async function measurePages(place, { column }, isCompared) {
  const { report, say, seconds } = place
  const note = (row, figures) => {
    const cpu = figures.cpuMs?.site === undefined ? '' : `, ${figures.cpuMs.site.toFixed(2)} ms of CPU`
    say(
      `${column}, ${row}: ${figures.perSecond.toFixed(1)}/s${cpu}${figures.errors ? `, ${figures.errors} errors` : ''}`,
    )
    report.add(row, column, figures)
  }
  for (const isCached of [false, true]) {
    const answers = await withSite(place, isCached, async (site) => {
      const pages = await pagesOf(site.url)
      const watch = await watched(place, site)
      for (const [name, path] of Object.entries(pages)) {
        // The cache makes no difference to static files.
        if (!isCached && name === 'static file') continue
        const warmSeconds = isCached || !name.startsWith('page') ? 1 : PAGE_WARM_SECONDS
        const figures = await load(site.url, [{ path, headers: BROWSER }], { seconds, watch, warmSeconds })
        note(`${name}, ${isCached ? 'cached' : 'uncached'}`, figures)
      }
      const entries = Object.entries(pages)
      return Promise.all(
        entries.map(async ([name, path]) => [name, await answerOf(site.url, { path, headers: BROWSER })]),
      )
    })
    if (isCached && isCompared) for (const [name, answer] of answers) await compare(name, [answer], { note, seconds })
  }
}

/** Takes the URLs of a picture, a script and a vehicle from the page. */
async function pagesOf(url) {
  const list = await (await fetch(`${url}/vehicles`)).text()
  const find = (pattern, what) => {
    const found = pattern.exec(list)?.[0]
    if (!found) throw new Error(`/vehicles has no ${what}`)
    return found.replaceAll('&amp;', '&')
  }
  return {
    'page /vehicles': '/vehicles',
    'page /': '/',
    'vehicle page': find(/\/vehicles\/[\da-f-]{36}/, 'vehicle'),
    picture: find(/\/storage\/v1\/render\/image\/public\/[^"\s,]+/, 'picture'),
    'static file': find(/\/assets\/[^"\s]+\.js/, 'script'),
  }
}

export async function measureMix(place, { column }) {
  const { report, say } = place
  await withSite(place, false, async (site, { mix }) => {
    const agent = new Agent({ keepAlive: true })
    let network = 0
    const all = []
    for (const [name, { path, headers }] of Object.entries(mix)) {
      const times = []
      let total = null
      let failures = 0
      for (let round = 0; round < ROUNDS + 6; round++) {
        const from = { 'X-Forwarded-For': `100.${64 + ((network >> 8) % 64)}.${network++ % 256}.2` }
        const started = performance.now()
        const { status, range } = await ask(site.url + path, { agent, headers: { ...headers, ...from } })
        // The first requests open connections and prepare statements.
        if (round >= 6) times.push(performance.now() - started)
        if (status >= 300) failures += 1
        else total = range?.split('/')[1] ?? null
      }
      times.sort((a, b) => a - b)
      const p50 = times[Math.floor(times.length / 2)]
      all.push(...times)
      const p95 = times[Math.floor(times.length * 0.95)]
      say(`${column}, ${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${total} found, ${failures} failed`)
      report.addMix(name, column, { p50, total: total === null ? null : Number(total), failures })
    }
    agent.destroy()
    all.sort((a, b) => a - b)
    report.addMix('all of them', column, { p50: all[Math.floor(all.length / 2)], total: null })
  })
}

function ask(url, options) {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode, range: response.headers['content-range'] })
      })
    }).on('error', reject)
  })
}

export async function measureStart(place, { column }) {
  const times = []
  for (let time = 0; time < 2; time++) {
    const { startMs } = await withSite(place, true, async (site) => site)
    times.push(startMs)
  }
  place.say(`${column}, start: ${Math.min(...times).toFixed(0)} ms`)
  place.report.addFact('start with existing data', column, `${(Math.min(...times) / 1000).toFixed(1)} s`)
}

/** Measures memory during a minute of lists, pages and searches, with and without the response cache. */
export async function measureMemory(place, { column }) {
  for (const isCached of [true, false]) {
    const megabytes = await withSite(place, isCached, async (site, { list, mix }) => {
      const pages = Object.values(await pagesOf(site.url)).map((path) => ({ path, headers: BROWSER }))
      const requests = [...list, ...pages, ...Object.values(mix)]
      await load(site.url, requests, { seconds: MEMORY_SECONDS, times: 1, warmSeconds: 0 })
      return residentMegabytes([site.pid])
    })
    const row = `memory after a minute of load, ${isCached ? 'cached' : 'uncached'}`
    place.say(`${column}, ${row}: ${megabytes.toFixed(0)} MB`)
    place.report.addFact(row, column, `${megabytes.toFixed(0)} MB`)
  }
}
