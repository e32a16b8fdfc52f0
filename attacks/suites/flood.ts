// One address floods the site with the most expensive anonymous requests, while a second visitor browses.
import { GOAL, MAX_MEMORY_MIB } from '../expectations.ts'
import { flood } from '../harness/flood.ts'
import { serviceCall } from '../harness/people.ts'
import { startProbe } from '../harness/probe.ts'
import { histogram, percentile, times } from '../harness/report.ts'
import { startSite } from '../harness/site.ts'
import { browse, type Visitor } from '../harness/visitor.ts'
import type { Suite } from './suite.ts'

const AT_ONCE = 64

export const floods: Suite = async ({ isLong, seed }) => {
  const seconds = isLong ? 60 : 5
  const site = await startSite()
  try {
    const get = <T>(path: string) => serviceCall<T[]>(site, 'GET', path)
    const vehicleIds = (await get<{ id: string }>('/rest/v1/vehicles?select=id&sold=is.false')).map(({ id }) => id)
    const images = await get<{ image_url: string }>('/rest/v1/vehicle_images?select=image_url')
    const headers = { apikey: site.keys.publishableKey }
    const visitor: Visitor = { url: site.url, from: '127.0.0.3', headers, vehicleIds }
    const quiet = await browse(visitor, () => true)

    let isOver = false
    const probe = await startProbe(site.url)
    const pictures = images.map(({ image_url }) => image_url)
    const flooding = flood({
      url: site.url,
      from: '127.0.0.2',
      atOnce: AT_ONCE,
      seconds,
      seed,
      headers,
      vehicleIds,
      pictures,
    }).finally(() => {
      isOver = true
    })
    const [{ statuses }, busy] = await Promise.all([flooding, browse(visitor, () => isOver)])
    const health = await probe.stop()

    const { peak } = site.memory()
    const failures = [...quiet.failures, ...busy.failures]
    if (!site.isAlive()) failures.push({ what: 'the server exited' })
    if (peak > MAX_MEMORY_MIB) failures.push({ what: `peak memory is ${peak} MiB, the limit is ${MAX_MEMORY_MIB}` })
    const p95 = percentile(busy.ms, 0.95)
    return {
      suite: 'flood',
      figures: {
        seconds,
        'flood connections': AT_ONCE,
        'flood requests': Object.values(statuses).reduce((sum, count) => sum + count, 0),
        'responses to the flood': histogram(
          Object.entries(statuses).flatMap(([status, n]) => Array<string>(n).fill(status)),
        ),
        ...times('second visitor before the flood', quiet.ms),
        'second visitor requests': busy.ms.length,
        ...times('second visitor', busy.ms),
        [`goal: second visitor p95 under ${GOAL.secondVisitorP95Ms} ms`]:
          p95 < GOAL.secondVisitorP95Ms ? 'met' : 'missed',
        ...times('/healthz', health.ms),
        'peak memory, MiB': peak,
      },
      failures,
    }
  } finally {
    await site.remove()
  }
}
