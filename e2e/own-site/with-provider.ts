/** Settings for a site that offers a sign-in provider. Files that use this same object share one site. */
export const WITH_PROVIDER = {
  GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
  GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'a-client',
  GOTRUE_EXTERNAL_GOOGLE_SECRET: 'a-secret',
}
