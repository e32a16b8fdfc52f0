/** A published version of settings or of a page, as the version history lists it. */
export interface PublishedVersion {
  id: number
  publishedAt: string
  /** Null if it is not known. */
  publishedBy: string | null
  /** What was on the site before anything was published. */
  isOriginal?: boolean
}

interface Publisher {
  first_name: string | null
  last_name: string | null
  email: string | null
}

export const publisherName = (profile: Publisher | null) =>
  profile && ([profile.first_name, profile.last_name].filter(Boolean).join(' ') || profile.email)
