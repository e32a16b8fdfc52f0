import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

export interface LastBackup {
  folder: string
  isNightly: boolean
  madeAt: string
  finishedAt: string
  bytes: number
  rows: number
  pictures: number
  missingPictures: number
}

export interface Held {
  since: string
  /** The time of the backup that this site was restored from. */
  madeAt: string
  mails: number
  listings: number
}

export interface BackupStatus {
  last: LastBackup | null
  /** Whether there is no backup from the last two days. */
  isOld: boolean
  lastError: string | null
  /** Whether a backup that an admin asked for is being made. */
  isUnderWay: boolean
  held: Held | null
}

/** Queried on every back-office screen, so that an admin notices that a restored site is on hold. */
export const backupStatus = queryOptions({
  queryKey: ['status', 'backup'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('backup_status')
    if (error) throw error
    return data as unknown as BackupStatus
  },
  refetchInterval: ({ state }) => (state.data?.isUnderWay ? 2_000 : 60_000),
})

/** Asks the server for a backup. Returns false if one is already being made. */
export async function requestBackup(): Promise<boolean> {
  const { data, error } = await browserRest().rpc('request_backup')
  if (error) throw error
  return data
}

/** Returns whether there was a hold to release. */
export async function releaseOutgoing(): Promise<boolean> {
  const { data, error } = await browserRest().rpc('release_outgoing')
  if (error) throw error
  return data
}
