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
  /** When the backup was made that this site came out of. */
  madeAt: string
  mails: number
  listings: number
}

export interface BackupStatus {
  last: LastBackup | null
  /** None, or none of the last two days. */
  isOld: boolean
  lastError: string | null
  held: Held | null
}

/** Asked on every screen of the back office: what a restored site holds must not be overlooked. */
export const backupStatus = queryOptions({
  queryKey: ['status', 'backup'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('backup_status')
    if (error) throw error
    return data as unknown as BackupStatus
  },
  refetchInterval: 60_000,
})

/** Answers whether anything was held. */
export async function releaseOutgoing(): Promise<boolean> {
  const { data, error } = await browserRest().rpc('release_outgoing')
  if (error) throw error
  return data
}
