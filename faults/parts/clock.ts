// Tests what happens at midnight in London: in summer, in winter and when the clocks change. Anything that expires at
// the end of a day, including a cached page, must expire at midnight in London, and an hour that has already started in
// London can no longer be booked.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, send } from '../../attacks/harness/http.ts'
import { serviceCall } from '../../attacks/harness/people.ts'
import type { Failure } from '../../attacks/harness/report.ts'
import type { Site } from '../../attacks/harness/site.ts'
import { createVehicle, pause } from '../harness/load.ts'
import { startNewSite } from '../harness/site.ts'
import { none, type Part } from '../part.ts'

/** The last day on which a sold vehicle is shown, and the end of that day in UTC. */
const MIDNIGHTS = [
  ['2027-03-27', '2027-03-28T00:00:00Z'],
  ['2027-03-28', '2027-03-28T23:00:00Z'],
  ['2027-07-11', '2027-07-11T23:00:00Z'],
  ['2027-10-30', '2027-10-30T23:00:00Z'],
  ['2027-10-31', '2027-11-01T00:00:00Z'],
] as const

/** The time in UTC, a London slot that has started, and one that has not. */
const SLOTS = [
  ['2027-03-27T09:30:00Z', '2027-03-27T09:00:00', '2027-03-27T10:00:00'],
  ['2027-03-28T08:30:00Z', '2027-03-28T09:00:00', '2027-03-28T10:00:00'],
  ['2027-10-30T08:30:00Z', '2027-10-30T09:00:00', '2027-10-30T10:00:00'],
  ['2027-10-31T09:30:00Z', '2027-10-31T09:00:00', '2027-10-31T10:00:00'],
] as const

/** The hour that is skipped, and the hour that occurs twice. */
const CHANGES = ['2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z'] as const

const IMAGE = '/storage/v1/object/public/vehicle-images/none.webp'
const SETTLE_MS = 2500

export const clock: Part = async () => {
  const fault = 'midnight in London, and the changes to and from summer time'
  const library = findLibrary()
  if (!library) return none(fault, 'libfaketime is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-faults-clock-'))
  const file = join(folder, 'offset')
  const setClock = async (at: string, seconds = 0) => {
    writeFileSync(file, `+${((Date.parse(at) - Date.now()) / 1000 + seconds).toFixed(1)}s`)
    await pause(SETTLE_MS)
  }
  writeFileSync(file, '+0')
  const site = await startNewSite({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const failures: Failure[] = []
  const check = (isTrue: boolean, what: string) => {
    if (!isTrue) failures.push({ what })
  }
  try {
    for (const [lastDay] of MIDNIGHTS) await createSold(site, lastDay)
    const bookable = await createVehicle(site, { title: 'To be driven' })
    const events = [
      ...MIDNIGHTS.map(([lastDay, end]) => ({ at: Date.parse(end), run: () => passMidnight(lastDay, end) })),
      ...SLOTS.map(([now, begun, open]) => ({ at: Date.parse(now), run: () => book(now, begun, open) })),
      ...CHANGES.map((at) => ({ at: Date.parse(at), run: () => passChange(at) })),
    ].sort((a, b) => a.at - b.at)
    for (const { run } of events) await run()

    async function passMidnight(lastDay: string, end: string): Promise<void> {
      const title = titleOf(lastDay)
      await setClock(end, -10)
      // Requested twice, because the second response may come from the cache.
      for (const _ of [1, 2]) check((await list(site)).includes(title), `${title} is not listed before ${end}`)
      await setClock(end)
      check(!(await list(site)).includes(title), `${title} is still listed after ${end}`)
    }

    async function book(now: string, begun: string, open: string): Promise<void> {
      await setClock(now)
      const early = await bookSlot(site, bookable, begun)
      check(
        early.status === 400 && early.text.includes('already passed'),
        `${begun} at ${now}: ${early.status} ${early.text}`,
      )
      const later = await bookSlot(site, bookable, open)
      check(later.status === 201, `${open} at ${now}: ${later.status} ${later.text}`)
    }

    async function passChange(at: string): Promise<void> {
      for (const seconds of [-3, 0]) {
        await setClock(at, seconds)
        for (const path of ['/', '/vehicles', '/contact', '/healthz']) {
          const { status } = await get(site, path)
          check(status === 200, `${path} returned ${status} around ${at}`)
        }
      }
    }
    return {
      rows: [
        {
          fault,
          rounds: events.length,
          notes: `${MIDNIGHTS.length} midnights, ${SLOTS.length} mornings and ${CHANGES.length} clock changes in a running process (libfaketime)`,
        },
      ],
      failures,
    }
  } finally {
    await site.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

const titleOf = (lastDay: string) => `Sold until ${lastDay}`

async function createSold(site: Site, lastDay: string): Promise<void> {
  const id = await createVehicle(site, { title: titleOf(lastDay), sold: true, sold_expiry_date: lastDay })
  await serviceCall(site, 'POST', '/rest/v1/vehicle_images', { vehicle_id: id, image_url: IMAGE })
}

const get = (site: Site, path: string) => send(site.url, { path }, { keepBytes: 2 * 1024 * 1024 })

/** Sorted newest first, so that the vehicles created here are on the first page. */
async function list(site: Site): Promise<string> {
  return (await get(site, '/vehicles')).text
}

let visitors = 0

function bookSlot(site: Site, vehicleId: string, preferred_date: string): Promise<Answer> {
  const body = {
    name: 'Driver',
    email: `driver-${visitors++}@example.com`,
    phone: '01733 555 000',
    vehicle_id: vehicleId,
    preferred_date,
  }
  const headers = { apikey: site.keys.publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' }
  return send(site.url, { method: 'POST', path: '/rest/v1/test_drives', headers, body: JSON.stringify(body) })
}

function findLibrary(): string | undefined {
  const base = '/usr/lib'
  return readdirSync(base)
    .map((name) => join(base, name, 'faketime/libfaketimeMT.so.1'))
    .find((path) => existsSync(path))
}
