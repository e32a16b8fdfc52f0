// The stores for files. Storage tests run on each: `describe.each(stores)('… in $name', ({ open }) => …)`.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '../src/http/observability/log.ts'
import type { StorageDriver } from '../src/storage/drivers/driver.ts'
import { createFolderDriver } from '../src/storage/drivers/folder-driver.ts'
import { createS3Driver } from '../src/storage/drivers/s3-driver.ts'
import { emptyBucket } from './ceph.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

export interface Store {
  name: string
  /** A new, empty store for the test. */
  open(): Promise<{ driver: StorageDriver; close(): Promise<void> }>
}

export const quiet = { incidents: { report() {}, clear() {} }, log: createLogger('silent') }

const folder: Store = {
  name: 'a folder',
  async open() {
    const path = await mkdtemp(join(tmpdir(), 'forecourt-store-'))
    return { driver: createFolderDriver(path), close: () => rm(path, { recursive: true, force: true }) }
  },
}

const s3: Store = {
  name: 'S3',
  async open() {
    const server: S3Server = await startS3Server({ pageSize: 7 })
    return { driver: createS3Driver(server.settings, quiet), close: server.close }
  },
}

/** A real server, started by `npm run test:long`. */
const ceph: Store = {
  name: 'S3 by Ceph',
  async open() {
    const { settings, remove } = await emptyBucket()
    return { driver: createS3Driver(settings, quiet), close: remove }
  },
}

const remoteStores = process.env.TEST_CEPH ? [ceph] : [s3]
export const stores = [folder, ...remoteStores]
