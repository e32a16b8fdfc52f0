import { toSeedArguments } from '#app/features/admin/seed-data/seed-plan.ts'
import { browserRest, getStorage } from '#app/lib/backend.ts'
import { DEMO_STOCK, type DemoVehicle, POPULAR_MAKES } from '../../../../../supabase/demo/stock.ts'

/** Addresses of the demo pictures in the site's own files, by name; each is fetched only when it is needed. */
const PICTURES = import.meta.glob<string>('../../../../../supabase/demo/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

const FOLDER = 'demo'

export const SEED_COUNT = DEMO_STOCK.length

/** The backend answered and said no; anything else that goes wrong is not a refusal. */
export class SeedRefused extends Error {}

async function pictureFile(name: string): Promise<Blob> {
  const address = Object.entries(PICTURES).find(([path]) => path.endsWith(`/${name}`))?.[1]
  if (!address) throw new Error(`No picture ${name}`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Picture ${name}: status ${response.status}`)
  return response.blob()
}

/** The picture's public address; uploads it unless an earlier seeding did. */
async function storePicture(name: string, stored: Set<string>): Promise<string> {
  const bucket = (await getStorage()).from('vehicle-images')
  const path = `${FOLDER}/${name}`
  if (!stored.has(name)) {
    const { error } = await bucket.upload(path, await pictureFile(name), {
      cacheControl: '86400',
      contentType: 'image/webp',
      upsert: false,
    })
    if (error && !/exists|duplicate/i.test(error.message)) throw new SeedRefused(error.message, { cause: error })
    stored.add(name)
  }
  return new URL(bucket.getPublicUrl(path).data.publicUrl).pathname
}

async function findStored(): Promise<Set<string>> {
  const { data, error } = await (await getStorage()).from('vehicle-images').list(FOLDER, { limit: 1000 })
  if (error) throw new SeedRefused(error.message, { cause: error })
  return new Set(data.map(({ name }) => name))
}

async function addVehicle(vehicle: DemoVehicle, stored: Set<string>) {
  const images: string[] = []
  for (const picture of vehicle.pictures) images.push(await storePicture(picture, stored))
  const { error } = await browserRest().rpc('save_vehicle', toSeedArguments(vehicle, images))
  if (error) throw new SeedRefused(error.message, { cause: error })
}

/** Adds the test vehicles from number `from` on, so that a run that was interrupted goes on where it stopped. */
export async function seedVehicles(from: number, onAdded: (count: number) => void): Promise<void> {
  const makes = POPULAR_MAKES.map((name) => ({ name }))
  const { error } = await browserRest().from('car_makes').upsert(makes, { onConflict: 'name', ignoreDuplicates: true })
  if (error) throw new SeedRefused(error.message, { cause: error })
  const stored = await findStored()
  for (const [index, vehicle] of DEMO_STOCK.entries()) {
    if (index < from) continue
    await addVehicle(vehicle, stored)
    onAdded(index + 1)
  }
}
