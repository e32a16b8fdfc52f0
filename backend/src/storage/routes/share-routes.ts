// Share cards are the pictures that other sites show with a link to a vehicle. Anyone may request one, so each has a
// single URL, which identifies its current content. Older URLs redirect to it, because a link may have been shared long
// ago.

import type { Hono } from 'hono'
import { PUBLIC_OBJECTS } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { type ConfigRow, keysOf, toSettings } from '../../../../supabase/functions/_shared/settings.ts'
import { type ShareCard, shareCardPath } from '../../../../supabase/functions/_shared/share-card.ts'
import { asRoleBatch } from '../../db/as-role.ts'
import { ANONYMOUS, type Database } from '../../db/database.ts'
import { clientNetwork } from '../../http/caller/client-address.ts'
import type { KnownBuckets } from '../buckets.ts'
import type { Trash } from '../cleanup/trash.ts'
import { StorageError } from '../errors.ts'
import { parseObjectName } from '../object-name.ts'
import { drawShareCard } from '../pictures/draw-share-card.ts'
import type { MakePicture } from '../pictures/make-picture.ts'
import { isBucketId } from '../request.ts'
import { serveRendered } from './serve.ts'

interface ShareDeps {
  db: Database
  buckets: KnownBuckets
  trash: Trash
  makePicture: MakePicture
}

const UUID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}'
const DEALER = ['companyName', 'accentColour'] as const

export function mountShareCards(app: Hono, { db, buckets, trash, makePicture }: ShareDeps): void {
  app.get(`/share/vehicles/:id{${UUID}}/:version{[\\da-z]{1,11}\\.jpg}`, async (c) => {
    const found = await findCard(db, c.req.param('id'))
    const key = found && (await publicKey(found.card.photo))
    if (!key) return notFound()
    const { pathname } = new URL(c.req.url)
    const path = shareCardPath(found.id, found.card)
    if (pathname !== path) return c.newResponse(null, 302, { location: path, 'cache-control': 'no-cache' })

    const recipe = {
      name: `share-${c.req.param('version').replace('.jpg', '')}`,
      format: 'jpeg',
      encode: (original: Buffer) => drawShareCard(original, found.card),
    }
    const make = () => makePicture(key, recipe, clientNetwork(c.req.raw))
    const drawn = (await make()) ?? ((await trash.restore(key)) ? await make() : null)
    return drawn ? serveRendered(c.req.raw, drawn, false) : notFound()
  })

  /** Null unless the photograph is public and stored here. */
  async function publicKey(address: string): Promise<string | null> {
    if (!address.startsWith(PUBLIC_OBJECTS)) return null
    const [bucket = '', ...parts] = address.slice(PUBLIC_OBJECTS.length).split('/')
    if (!isBucketId(bucket) || !(await buckets.isPublic(bucket))) return null
    try {
      return `${bucket}/${parseObjectName(parts.join('/'))}`
    } catch (error) {
      if (error instanceof StorageError) return null
      throw error
    }
  }
}

interface VehicleRow extends Pick<ShareCard, 'title' | 'year' | 'mileage' | 'price' | 'sold' | 'photo'> {
  id: string
}

/** Reads the vehicle and the dealer in one round trip, as an anonymous visitor. Null if there is no photograph. */
async function findCard(db: Database, vehicleId: string): Promise<{ id: string; card: ShareCard } | null> {
  const vehicle = `select v.id, v.title, v.year, v.mileage, v.sold, i.image_url as photo,
      case when not v.price_on_application then v.price::float8 end as price
    from public.vehicles v
    cross join lateral (
      select image_url from public.vehicle_images where vehicle_id = v.id order by is_primary desc, display_order limit 1
    ) i
    where v.id = $1`
  const dealer = 'select key, value from public.config where key = any($1)'
  const [vehicles, settings] = await asRoleBatch(
    db,
    ANONYMOUS,
    [
      { text: vehicle, values: [vehicleId] },
      { text: dealer, values: [keysOf(DEALER)] },
    ],
    { readOnly: true },
  )
  const row = vehicles?.rows[0] as VehicleRow | undefined
  if (!row) return null
  const { id, ...facts } = row
  const { companyName, accentColour } = toSettings(DEALER, (settings?.rows ?? []) as unknown as ConfigRow[])
  return { id, card: { ...facts, dealer: companyName, accent: accentColour } }
}

/** Has status 404, unlike other storage errors, because the callers are other sites rather than Supabase clients. */
const notFound = () =>
  Response.json(
    { statusCode: '404', error: 'not_found', message: 'Picture not found', code: 'NoSuchKey' },
    { status: 404, headers: { 'cache-control': 'no-cache' } },
  )
