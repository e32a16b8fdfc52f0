import { PUBLIC_OBJECTS, VEHICLE_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { type Database, SERVICE } from '../../db/database.ts'
import type { StorageDriver } from '../drivers/driver.ts'
import { findObject } from '../objects.ts'
import type { Store } from '../store.ts'

const A_DAY = 'max-age=86400'

interface StorePictureDeps {
  db: Database
  driver: StorageDriver
  store: Store
}

/** Returns the picture's URL. */
export type StorePicture = (name: string, bytes: Buffer) => Promise<string>

/** Stores one of the product's own pictures as an upload by the service, unless its row and file already exist. */
export function createStorePicture({ db, driver, store }: StorePictureDeps): StorePicture {
  return async (name, bytes) => {
    const address = `${PUBLIC_OBJECTS}${VEHICLE_BUCKET}/${name}`
    if ((await findObject(db, VEHICLE_BUCKET, name)) && (await driver.find(`${VEHICLE_BUCKET}/${name}`))) return address
    const body = { bytes, declaredType: 'image/webp', cacheControl: A_DAY, userMetadata: null }
    await store.save(SERVICE, { bucket: VEHICLE_BUCKET, name, mayReplace: true }, body, null)
    return address
  }
}
