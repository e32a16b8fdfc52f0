// Attacks that once succeeded, each with the refusal that is expected now.
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { MAX_MEMORY_MIB, MAX_ORDER_TERMS, MAX_TAKEN_BYTES, MAX_VARIANTS, WRONG_PASSWORDS } from '../expectations.ts'
import { type Answer, asCurl, type Call, send } from '../harness/http.ts'
import { createPeople, type People, serviceCall } from '../harness/people.ts'
import { startProbe } from '../harness/probe.ts'
import { type Failure, times } from '../harness/report.ts'
import { ADMIN, type Site, startSite } from '../harness/site.ts'
import type { Suite } from './suite.ts'

interface Stage {
  site: Site
  people: People
  visitor: Record<string, string>
  isLong: boolean
  /** Each case has its own address, so that the limits it reaches don't affect the next case. */
  send(call: Call): Promise<Answer>
}

type Case = (stage: Stage) => Promise<string | null>

export const known: Suite = async ({ isLong }) => {
  const site = await startSite()
  try {
    const people = await createPeople(site)
    const probe = await startProbe(site.url)
    const failures: Failure[] = []
    for (const [n, [name, attack]] of Object.entries(CASES).entries()) {
      const from = `127.1.${n}.1`
      const stage: Stage = {
        site,
        people,
        visitor: people.headers.visitor,
        isLong,
        send: (call) => send(site.url, { from, ...call }),
      }
      const wrong = await attack(stage).catch((error: unknown) => `the test itself failed: ${error}`)
      if (wrong) {
        process.stdout.write(`known: ${name}: ${wrong.split('\n')[0]}\n`)
        const [what, again] = wrong.split('\n')
        failures.push({ what: `${name}: ${what}`, ...(again ? { again } : {}) })
      }
      if (!site.isAlive()) {
        failures.push({ what: `${name}: the server exited` })
        await site.start()
      }
    }
    const health = await probe.stop()
    const { peak } = site.memory()
    if (peak > MAX_MEMORY_MIB) failures.push({ what: `peak memory is ${peak} MiB, the limit is ${MAX_MEMORY_MIB}` })
    const figures = {
      attacks: Object.keys(CASES).length,
      ...times('/healthz', health.ms),
      'peak memory, MiB': peak,
    }
    return { suite: 'known', figures, failures }
  } finally {
    await site.remove()
  }
}

/** Expects a refusal that mentions a limit. */
async function mustRefuse(stage: Stage, call: Call, statuses: number[] = [400]): Promise<string | null> {
  const { site } = stage
  const answer = await stage.send(call)
  const shown = `${asCurl(site.url, call).slice(0, 6000)}`
  if (!statuses.includes(answer.status)) return `${summary(answer)}, not ${statuses.join(' or ')}\n${shown}`
  if (!/at most|more than|limit|too (large|many|long|deep|much|complex)|exceed|maximum|back/i.test(answer.text)) {
    return `${summary(answer)} does not mention a limit\n${shown}`
  }
  return null
}

const summary = ({ status, bytes, ms, text, error }: Answer) =>
  `${status || error} with ${bytes} bytes after ${Math.round(ms)} ms: ${text.slice(0, 160).replaceAll('\n', ' ')}`

/** a(b(a(b(...)))), with `mark` after each name. */
const nest = (names: readonly string[], mark = ''): string =>
  names.reduceRight((inner, name) => `${name}${mark}(id${inner ? `,${inner}` : ''})`, '')

const SPECS = 'vehicle_specifications'
const zigzag = (depth: number) => Array.from({ length: depth }, (_, i) => (i % 2 === 0 ? SPECS : 'vehicles'))

const CASES: Record<string, Case> = {
  'nested inner embeds whose subtree doubles at each level': (stage) => {
    const paths = zigzag(6).map((_, i, all) => all.slice(0, i + 1).join('.'))
    const conditions = paths.map((path) => `${path}=not.is.null`).join('&')
    return mustRefuse(stage, {
      path: `/rest/v1/vehicles?select=${nest(zigzag(6), '!inner')}&${conditions}`,
      headers: stage.visitor,
    })
  },

  'many parallel inner embeds, each repeated by a filter': (stage) => {
    const aliases = Array.from({ length: 25 }, (_, i) => `a${i}`)
    const select = aliases.map((alias) => `${alias}:${SPECS}!inner(id,vehicles!inner(id,${SPECS}!inner(id)))`).join(',')
    const conditions = aliases.map((alias) => `${alias}=not.is.null`).join('&')
    return mustRefuse(stage, { path: `/rest/v1/vehicles?select=id,${select}&${conditions}`, headers: stage.visitor })
  },

  'ten times as many order terms as allowed': (stage) => {
    const order = Array.from({ length: 10 * MAX_ORDER_TERMS }, (_, i) => `${['id', 'year', 'price'][i % 3]}.desc`).join(
      ',',
    )
    return mustRefuse(stage, { path: `/rest/v1/vehicles?select=id&order=${order}`, headers: stage.visitor })
  },

  'order terms inside nested embeds': (stage) => {
    const order = Array.from({ length: 300 }, () => 'id.desc').join(',')
    const path = `/rest/v1/${SPECS}?select=id,vehicles!inner(id)&order=${order}&vehicles.order=${order}`
    return mustRefuse(stage, { path, headers: stage.visitor })
  },

  'a fan-out from specifications to their vehicle and back': async (stage) => {
    await fillSpecifications(stage.site)
    return mustRefuse(stage, {
      path: `/rest/v1/${SPECS}?select=${nest(zigzag(6).toReversed())}`,
      headers: stage.visitor,
    })
  },

  'the same fan-out in only two steps': (stage) =>
    mustRefuse(stage, {
      path: `/rest/v1/${SPECS}?select=*,vehicles(*,${SPECS}(*,vehicles(*)))`,
      headers: stage.visitor,
    }),

  'the same fan-out by a signed-in customer': (stage) =>
    mustRefuse(stage, {
      path: `/rest/v1/${SPECS}?select=${nest(zigzag(6).toReversed())}`,
      headers: stage.people.headers.customer,
    }),

  'six hundred different statements': async (stage) => {
    const before = stage.site.memory().now
    for (let n = 0; n < 600; n++) {
      const select = Array.from({ length: 40 }, (_, i) => `a${n}_${i}:title`).join(',')
      const answer = await stage.send({
        path: `/rest/v1/vehicles?select=${select}&limit=1`,
        headers: stage.visitor,
      })
      if (answer.status >= 500 || answer.status === 0) return summary(answer)
    }
    const grown = stage.site.memory().now - before
    return grown > 300 ? `memory grew by ${grown} MiB` : null
  },

  '400 MB to a storage listing, without a key': (stage) =>
    pour(stage, { method: 'POST', path: '/storage/v1/object/list/vehicle-images' }),
  '400 MB to a storage removal, without a key': (stage) =>
    pour(stage, { method: 'DELETE', path: '/storage/v1/object/vehicle-images' }),
  '400 MB as an upload, without a key': (stage) =>
    pour(stage, { method: 'POST', path: '/storage/v1/object/vehicle-images/a.webp' }),
  '400 MB to rest': (stage) => pour(stage, { method: 'POST', path: '/rest/v1/enquiries' }),
  '400 MB to auth': (stage) => pour(stage, { method: 'POST', path: '/auth/v1/signup' }),
  '400 MB to a function': (stage) => pour(stage, { method: 'POST', path: '/functions/v1/send-email' }),
  '400 MB to captcha': (stage) => pour(stage, { method: 'POST', path: '/captcha/v1/' }),
  '400 MB to a page': (stage) => pour(stage, { method: 'POST', path: '/contact' }),

  'a form upload that is cut off': async (stage) => {
    const answer = await stage.send({
      method: 'POST',
      path: '/storage/v1/object/vehicle-images/attacks/cut.webp',
      headers: { ...stage.people.headers.admin, 'content-type': 'multipart/form-data; boundary=x1' },
      body: '--x1\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: image/webp\r\n\r\nRIFF',
    })
    return answer.status === 400 ? null : summary(answer)
  },

  'thousands of variants of one picture': async (stage) => {
    const [image] = await serviceCall<{ image_url: string }[]>(
      stage.site,
      'GET',
      '/rest/v1/vehicle_images?select=image_url&limit=1',
    )
    const base = image?.image_url.replace('/object/public/', '/render/image/public/')
    const calls = variantCalls(base ?? '', stage.isLong ? 4000 : 200)
    let made = 0
    for (const call of calls) {
      const answer = await stage.send(call)
      if (answer.status >= 500 && !answer.headers['retry-after'])
        return `${summary(answer)}\n${asCurl(stage.site.url, call)}`
      if (answer.status === 200) made++
    }
    const example = calls.at(-1) as Call
    return made > MAX_VARIANTS
      ? `${made} of ${calls.length} variants were created\n${asCurl(stage.site.url, example)}`
      : null
  },

  'invented share-picture URLs': async (stage) => {
    const [vehicle] = await serviceCall<{ id: string }[]>(
      stage.site,
      'GET',
      '/rest/v1/vehicles?select=id,vehicle_images!inner(image_url)&limit=1',
    )
    const seen = new Set<string | undefined>()
    for (let n = 0; n < (stage.isLong ? 1000 : 30); n++) {
      const call = { path: `/storage/v1/share/vehicles/${vehicle?.id}/${(n * 7919).toString(36)}.jpg` }
      const answer = await stage.send(call)
      if (answer.status !== 302) return `${summary(answer)}\n${asCurl(stage.site.url, call)}`
      seen.add(answer.headers.location?.toString())
    }
    return seen.size === 1 ? null : `the URLs lead to ${seen.size} pictures`
  },

  'wrong passwords from another network do not lock the owner out': async ({ site, visitor }) => {
    const login = (password: string, from: string) =>
      send(site.url, {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        headers: { ...visitor, 'content-type': 'application/json' },
        body: JSON.stringify({ email: ADMIN.email, password }),
        from,
      })
    for (let n = 0; n < WRONG_PASSWORDS; n++) await login(`wrong-${n}`, '127.0.0.66')
    const owner = await login(ADMIN.password, '127.0.0.67')
    return owner.status === 200 ? null : `the owner got ${summary(owner)}`
  },

  'contact messages from one network do not use up the limits of other networks': async ({ site, visitor, isLong }) => {
    const write = (n: number) =>
      send(site.url, {
        method: 'POST',
        path: '/functions/v1/send-email',
        headers: { ...visitor, 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'contact',
          to: `writer${n}@example.com`,
          data: { name: 'A', message: `Hello ${n}` },
        }),
        from: `127.0.${1 + (n >> 3)}.1`,
      })
    const messages = isLong ? 1100 : 520
    for (let n = 0; n < messages; n++) await write(n)
    const last = await write(messages + 16)
    return last.status === 200 ? null : `message ${messages + 1} got ${summary(last)}`
  },

  "the owner's address is not public": async ({ site, visitor }) => {
    const page = await send(site.url, { path: '/' }, { keepBytes: 4 * 1024 * 1024 })
    if (page.text.includes(ADMIN.email)) return 'the page contains it'
    const config = await send(site.url, { path: '/rest/v1/config?select=*', headers: visitor })
    return /ADMIN_EMAIL/.test(config.text) ? `the public settings contain it: ${config.text.slice(0, 200)}` : null
  },

  'a token without a signature': async ({ site, people }) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${part({ alg: 'none', typ: 'JWT' })}.${part({ role: 'service_role', sub: people.admin.id })}.`
    const answer = await send(site.url, {
      path: '/rest/v1/email_outbox',
      headers: { apikey: site.keys.publishableKey, authorization: `Bearer ${token}` },
    })
    return answer.status === 401 ? null : summary(answer)
  },

  'a request with Content-Length and Transfer-Encoding': async ({ site }) => {
    const head =
      'POST /rest/v1/enquiries HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n'
    const text = await raw(site.url, `${head}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return /^HTTP\/1.1 400/.test(text) && !text.includes('"ok"') ? null : text.slice(0, 200)
  },

  'a path that leaves the picture folder': async ({ site, visitor }) => {
    for (const name of [
      '../keys.json',
      '..%2fkeys.json',
      '%2e%2e%2fkeys.json',
      '..%5ckeys.json',
      '%252e%252e/keys.json',
    ]) {
      const answer = await send(site.url, {
        path: `/storage/v1/object/public/vehicle-images/${name}`,
        headers: visitor,
      })
      if (answer.status === 200 || /secretKey/.test(answer.text)) return `${name}: ${summary(answer)}`
    }
    return null
  },
}

/** Gives each vehicle many specifications, so that the fan-out is expensive. */
async function fillSpecifications(site: Site): Promise<void> {
  const vehicles = await serviceCall<{ id: string }[]>(site, 'GET', '/rest/v1/vehicles?select=id&limit=20')
  const rows = vehicles.flatMap(({ id }) =>
    Array.from({ length: 20 }, (_, n) => ({ vehicle_id: id, spec_key: `Attack ${n}`, spec_value: 'x'.repeat(50) })),
  )
  await serviceCall(site, 'POST', `/rest/v1/${SPECS}`, rows)
}

function variantCalls(base: string, most: number): Call[] {
  const calls: Call[] = []
  for (const quality of [40, 60, 80, 95])
    for (const width of [32, 160, 320, 480, 640, 800, 1200, 1600, 2000])
      for (const ratio of [1, 4 / 3, 3 / 2, 16 / 9, 1200 / 630])
        for (const resize of ['cover', 'contain', 'fill'])
          for (const format of ['webp', 'avif', 'origin'])
            for (const accept of ['image/webp', '*/*']) {
              const height = Math.round(width / ratio)
              calls.push({
                path: `${base}?width=${width}&height=${height}&resize=${resize}&quality=${quality}&format=${format}`,
                headers: { accept },
              })
            }
  const step = Math.max(1, Math.floor(calls.length / most))
  return calls.filter((_, i) => i % step === 0).slice(0, most)
}

/** Sends an oversized body, with and without Content-Length, and measures how much is read before the refusal. */
async function pour({ site }: Stage, call: Call): Promise<string | null> {
  const total = 400 * 1024 * 1024
  for (const declared of [true, false]) {
    const before = site.memory().now
    const { status, taken } = await pourOnce(site.url, call, declared ? total : null, total)
    const grown = site.memory().now - before
    const how = declared ? 'with Content-Length' : 'in chunks'
    const again = `head -c 400M /dev/zero | curl -sS -i -X ${call.method} ${declared ? '' : "-H 'transfer-encoding: chunked' "}--data-binary @- '${site.url}${call.path}'`
    if (taken > MAX_TAKEN_BYTES)
      return `${how}: ${Math.round(taken / 1024 / 1024)} MiB were read, then ${status}\n${again}`
    if (status !== 0 && (status < 400 || status >= 500)) return `${how}: status ${status}\n${again}`
    if (grown > 150) return `${how}: memory grew by ${grown} MiB\n${again}`
  }
  return null
}

function pourOnce(
  url: string,
  call: Call,
  length: number | null,
  total: number,
): Promise<{ status: number; taken: number }> {
  const chunk = Buffer.alloc(256 * 1024, ' ')
  return new Promise((resolve) => {
    let taken = 0
    let status = 0
    let over = false
    const finish = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      outgoing.destroy()
      resolve({ status, taken })
    }
    const { hostname, port } = new URL(url)
    const outgoing = httpRequest({
      hostname,
      port,
      path: call.path,
      method: call.method,
      agent: false,
      headers: { 'content-type': 'application/json', ...(length ? { 'content-length': String(length) } : {}) },
    })
    const timer = setTimeout(finish, 60_000)
    outgoing.on('response', (response) => {
      status = response.statusCode ?? 0
      response.resume()
      finish()
    })
    outgoing.on('error', finish)
    const write = () => {
      while (!over && taken < total) {
        taken += chunk.length
        if (!outgoing.write(chunk)) return void outgoing.once('drain', write)
      }
      if (!over) outgoing.end()
    }
    write()
  })
}

function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () => socket.write(text))
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}
