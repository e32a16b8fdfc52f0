interface Version {
  version: string
  /** The commit that the product was built from, or 'unknown' without git. */
  commit: string
}

/**
 * scripts/build.mjs replaces the variable when it bundles the backend. When the product runs from its sources, it is in
 * development.
 */
export const VERSION: Version = process.env.FORECOURT_BUILD
  ? (JSON.parse(process.env.FORECOURT_BUILD) as Version)
  : { version: 'development', commit: 'unknown' }
