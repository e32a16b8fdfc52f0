/**
 * Whether the account may replace its address without an emailed link. The first admin may do so once, because the site
 * starts with an address that belongs to nobody.
 */
export const mayReplaceEmail = (user: { app_metadata: Record<string, unknown> } | null): boolean =>
  user?.app_metadata.may_replace_email === true
