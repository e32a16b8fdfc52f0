/** What a site stands on, for its admins. Numbers and names of things; nothing that opens anything. */
export interface SystemFacts {
  product: { version: string; commit: string; node: string; startedAt: string; processes: number }
  database: {
    engine: 'embedded' | 'postgres'
    version: string
    bytes: number
    /** Whether connections are shared by way of a pooler. */
    isPooled: boolean
    /** Null without one; behind by seconds, or not asked at the moment. */
    replica: { lagSeconds: number | null } | null
  }
  /** The host that takes mails; null without. */
  mailHost: string | null
  pictures: { place: 'folder' | 's3'; name: string; count: number; bytes: number }
  disk: { freeBytes: number; totalBytes: number }
}
