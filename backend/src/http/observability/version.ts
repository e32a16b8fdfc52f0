interface Version {
  version: string
  /** Of the sources it was built from; 'unknown' without git. */
  commit: string
}

/** scripts/build.mjs replaces the variable when it bundles the backend; run from its sources, the product is in development. */
export const VERSION: Version = process.env.FORECOURT_BUILD
  ? (JSON.parse(process.env.FORECOURT_BUILD) as Version)
  : { version: 'development', commit: 'unknown' }
