import { UPLOAD_CACHE_SECONDS, uploadPath } from '#app/features/admin/vehicle-form/image-checks.ts'
import { browserRest } from '#app/lib/backend.ts'
import { getStorage } from '#app/lib/browser-backend.ts'
import { DEMO_STOCK, type DemoVehicle } from '#supabase/demo/stock.ts'
import { POPULAR_MAKES } from '#supabase/functions/_shared/makes.ts'
import { VEHICLE_BUCKET } from '#supabase/functions/_shared/picture-variants.ts'
import { toSeedArguments } from './seed-plan.ts'

/** URLs of the bundled demo pictures by path; each is fetched only when it is needed. */
const PICTURES = import.meta.glob<string>('#supabase/demo/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

export const SEED_COUNT = DEMO_STOCK.length

/** A rejection by the backend, as opposed to a network error. */
export class SeedRefused extends Error {}

/** The clients also return network errors, which have neither a code nor a status. */
function toFailure(error: Error & { code?: unknown; status?: unknown }): Error {
  return error.code || error.status ? new SeedRefused(error.message, { cause: error }) : error
}

async function readPicture(name: string): Promise<Blob> {
  const address = Object.entries(PICTURES).find(([path]) => path.endsWith(`/${name}`))?.[1]
  if (!address) throw new Error(`No picture ${name}`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Picture ${name}: status ${response.status}`)
  return response.blob()
}

/** The path at which the demo stock stores the same picture: the name contains a hash of the content. */
async function picturePath(name: string, picture: Blob): Promise<string> {
  const file = { name, type: 'image/webp', size: picture.size }
  // Only secure contexts have `crypto.subtle`; elsewhere the picture is uploaded under a new name.
  if (!crypto.subtle) return uploadPath(file)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await picture.arrayBuffer()))
  const hash = [...digest.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `vehicles/${name.replace('.webp', '')}-${hash}.webp`
}

/** Uploads the picture unless it is already stored, and returns its public path. */
async function storePicture(name: string): Promise<string> {
  const bucket = (await getStorage()).from(VEHICLE_BUCKET)
  const picture = await readPicture(name)
  const path = await picturePath(name, picture)
  const address = new URL(bucket.getPublicUrl(path).data.publicUrl)
  const stored = await fetch(address, { method: 'HEAD' })
  if (!stored.ok) {
    const options = { cacheControl: UPLOAD_CACHE_SECONDS, contentType: 'image/webp', upsert: false }
    const { error } = await bucket.upload(path, picture, options)
    if (error) throw toFailure(error)
  }
  return address.pathname
}

async function addVehicle(vehicle: DemoVehicle) {
  const images = await Promise.all(vehicle.pictures.map(storePicture))
  const { error } = await browserRest().rpc('seed_vehicle', toSeedArguments(vehicle, images))
  if (error) throw toFailure(error)
}

/** Adds the test vehicles from index `from`, so that an interrupted run can continue where it stopped. */
export async function seedVehicles(from: number, onAdded: (count: number) => void): Promise<void> {
  const makes = POPULAR_MAKES.map((name) => ({ name }))
  const { error } = await browserRest().from('car_makes').upsert(makes, { onConflict: 'name', ignoreDuplicates: true })
  if (error) throw toFailure(error)
  for (const [index, vehicle] of DEMO_STOCK.entries()) {
    if (index < from) continue
    await addVehicle(vehicle)
    onAdded(index + 1)
  }
}
