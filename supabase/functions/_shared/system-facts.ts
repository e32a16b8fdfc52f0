/** The system's health, for admins. It must not contain secrets. */
export interface SystemFacts {
  product: { version: string; commit: string; node: string; startedAt: string; processes: number }
  database: {
    engine: 'embedded' | 'postgres'
    version: string
    bytes: number
    /** Whether connections go through a pooler. */
    isPooled: boolean
    /** Null if there is no replica. The lag is null while the replica is not in use. */
    replica: { lagSeconds: number | null } | null
  }
  /** The SMTP host; null if none is configured. */
  mailHost: string | null
  pictures: { place: 'folder' | 's3'; name: string; count: number; bytes: number }
  /** Whether a backup is made every night. */
  hasNightlyBackups: boolean
  /** For how many months the newest backup of each is kept. */
  backupMonths: number
  disk: { freeBytes: number; totalBytes: number }
}
