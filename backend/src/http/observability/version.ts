// Which product this is: scripts/build.mjs writes it in here.

interface Version {
  version: string
  /** Of the sources it was built from; 'unknown' without git. */
  commit: string
}

/** The word is replaced while the backend is bundled; from its sources the product is in development. */
export const VERSION: Version = process.env.FORECOURT_BUILD
  ? (JSON.parse(process.env.FORECOURT_BUILD) as Version)
  : { version: 'development', commit: 'unknown' }
