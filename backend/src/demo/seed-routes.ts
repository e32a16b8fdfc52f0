// Lets `npm run seed` add vehicles through the running site, which alone may use an embedded database. Only a caller
// who can read the keys file may do so.

import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { bearerToken, equalsSecret } from '../http/caller/credentials.ts'
import type { SeedDeps } from './seed-demo-stock.ts'
import { MAX_SYNTHETIC_VEHICLES, seedSynthetic } from './seed-synthetic.ts'

const Wanted = z.object({ count: z.int().min(1).max(MAX_SYNTHETIC_VEHICLES) })
/** One line of the response. */
const Line = z.union([z.object({ said: z.string() }), z.object({ added: z.int() }), z.object({ failed: z.string() })])
type Line = z.infer<typeof Line>

const seedToken = (hmacSecret: string) => createHmac('sha256', hmacSecret).update('seed').digest('base64url')

export function createSeedRoutes(deps: Omit<SeedDeps, 'say'>, hmacSecret: string): Hono {
  const wanted = seedToken(hmacSecret)
  const app = new Hono()
  app.post('/', async (c) => {
    if (!equalsSecret(bearerToken(c.req.raw) ?? '', wanted))
      return c.json({ message: 'Only the owner of the data folder may do this' }, 401)
    const body = Wanted.safeParse(await c.req.json().catch(() => null))
    if (!body.success) return c.json({ message: 'This number of vehicles is not allowed' }, 400)
    const encoder = new TextEncoder()
    const lines = new ReadableStream({
      async start(controller) {
        const write = (line: Line) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
        try {
          const added = await seedSynthetic({ ...deps, say: (said) => write({ said }) }, body.data.count)
          write({ added })
        } catch (error) {
          write({ failed: error instanceof Error ? error.message : String(error) })
        }
        controller.close()
      },
    })
    return c.body(lines, 200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  })
  return app
}

interface ThroughSite {
  url: string
  hmacSecret: string
  count: number
  say(line: string): void
}

/** Returns the number of vehicles that the running site has added. */
export async function seedThroughSite({ url, hmacSecret, count, say }: ThroughSite): Promise<number> {
  const response = await fetch(`${url}/seed/v1`, {
    method: 'POST',
    body: JSON.stringify({ count }),
    headers: { authorization: `Bearer ${seedToken(hmacSecret)}`, 'content-type': 'application/json' },
  }).catch(() => {
    throw new Error(
      `The site is running, but it doesn't respond at ${url}. If it has just been started, try again in a minute.`,
    )
  })
  if (!response.ok) throw new Error(`The running site refused to add vehicles (status ${response.status}).`)
  // The response is read as a whole, because it is short: one line for every 2,000 vehicles.
  const lines = (await response.text()).split('\n').filter(Boolean)
  let added: number | null = null
  for (const text of lines) {
    const line = Line.parse(JSON.parse(text))
    if ('failed' in line) throw new Error(`The running site could not add the vehicles: ${line.failed}`)
    if ('said' in line) say(line.said)
    else added = line.added
  }
  if (added === null) throw new Error('The site stopped before all vehicles were added. Run the command again.')
  return added
}
