// Opens the picture store for commands, which may run while the site is running.

import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { createLogger } from '../../http/observability/log.ts'
import type { StorageDriver } from './driver.ts'
import { createFolderDriver } from './folder-driver.ts'
import { createS3Driver } from './s3-driver.ts'

/** A command reports failures to the person who runs it. */
const NO_INCIDENTS = { report() {}, clear() {} }

/** A restore passes the folder in which it assembles the site as `dataDir`. */
export function openPictures({ s3, dataDir }: Config): StorageDriver {
  if (s3) return createS3Driver(s3, { incidents: NO_INCIDENTS, log: createLogger('silent') })
  return createFolderDriver(join(dataDir, 'pictures'))
}
