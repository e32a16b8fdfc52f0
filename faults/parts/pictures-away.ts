// S3 refuses connections, hangs, cuts replies off and runs out of space. Pages are still served, uploads are refused
// with a clear message, and no incomplete picture is served.
import { send } from '../../attacks/harness/http.ts'
import { type Failure, histogram } from '../../attacks/harness/report.ts'
import type { Site } from '../../attacks/harness/site.ts'
import { type S3Fault, startS3Server } from '../../backend/test/s3-server.ts'
import { createAcknowledged, lostPictures, PIXEL, pause } from '../harness/load.ts'
import { startNewSite } from '../harness/site.ts'
import type { Part } from '../part.ts'

const DAYS: S3Fault[] = ['refuse', 'hang', 'half', 'stall', 'slow-down', 'broken', 'full']
const UPLOADS_A_DAY = 3
const PAGE_LIMIT_MS = 5000
const RECOVERY_LIMIT_MS = 60_000

export const picturesAway: Part = async ({ isShort }) => {
  const s3 = await startS3Server()
  const site = await startNewSite(s3.env)
  const failures: Failure[] = []
  const kept = createAcknowledged()
  const statuses: number[] = []
  const seconds: number[] = []
  let n = 0
  const upload = async () => {
    const name = `faults-picture-${n++}.png`
    const { keys } = site
    const headers = { apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}`, 'content-type': 'image/png' }
    const path = `/storage/v1/object/vehicle-images/${name}`
    const answer = await send(site.url, { method: 'POST', path, headers, body: PIXEL, from: '127.0.0.9' })
    if (answer.status === 200) kept.pictures.set(name, '')
    return answer
  }
  try {
    const days = isShort ? DAYS.slice(0, 1) : DAYS
    for (const day of days) {
      await upload()
      s3.behave(day)
      for (let each = 0; each < UPLOADS_A_DAY; each++) {
        const { status, headers, text } = await upload()
        statuses.push(status)
        const isDeclared = status === 200 || status === 507 || (status === 503 && headers['retry-after'])
        if (!isDeclared) failures.push({ what: `${day}: an upload got ${status}: ${text.slice(0, 200)}` })
        failures.push(...(await checkPages(site, day)))
      }
      s3.behave(null)
      const started = Date.now()
      while ((await upload()).status !== 200 && Date.now() - started < RECOVERY_LIMIT_MS) await pause(200)
      seconds.push(Math.round((Date.now() - started) / 100) / 10)
    }
    const lost = await lostPictures(site, kept)
    for (const name of lost.slice(0, 5)) failures.push({ what: `lost: ${name}` })
    return {
      rows: [
        {
          fault: `S3: ${days.join(', ')}`,
          rounds: days.length,
          acknowledged: kept.pictures.size,
          lost: lost.length,
          doubled: 0,
          secondsToRecover: Math.max(...seconds),
          notes: `pages unaffected; uploads during the fault: ${histogram(statuses)}`,
        },
      ],
      failures,
    }
  } finally {
    await site.remove()
    await s3.close()
  }
}

async function checkPages(site: Site, day: string): Promise<Failure[]> {
  for (const path of ['/', '/vehicles', '/contact']) {
    const { status, ms } = await send(site.url, { path, from: '127.0.0.8' })
    if (status !== 200 || ms > PAGE_LIMIT_MS) {
      return [{ what: `${day}: ${path} returned ${status} after ${Math.round(ms)} ms` }]
    }
  }
  return []
}
