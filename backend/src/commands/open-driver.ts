// Where the pictures are, for commands that run beside the site.

import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { createLogger } from '../http/observability/log.ts'
import type { StorageDriver } from '../storage/drivers/driver.ts'
import { createFolderDriver } from '../storage/drivers/folder-driver.ts'
import { createS3Driver } from '../storage/drivers/s3-driver.ts'

/** Whoever runs the command sees what fails. */
const NO_INCIDENTS = { report() {}, clear() {} }

/** `dataDir` is another one while a site is put together that is not in its place yet. */
export function openPictures({ s3, dataDir }: Config): StorageDriver {
  if (s3) return createS3Driver(s3, { incidents: NO_INCIDENTS, log: createLogger('silent') })
  return createFolderDriver(join(dataDir, 'pictures'))
}
