interface Version {
  version: string
  /** The commit that the product was built from, or 'unknown' without git. */
  commit: string
}

/** scripts/build.mjs replaces the variable when it bundles the backend. A product run from its sources is in development. */
export const VERSION: Version = process.env.FORECOURT_BUILD
  ? (JSON.parse(process.env.FORECOURT_BUILD) as Version)
  : { version: 'development', commit: 'unknown' }
