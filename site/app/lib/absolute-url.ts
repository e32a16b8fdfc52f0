export const absoluteUrl = (siteUrl: string, path: string): string =>
  /^https?:/.test(path) ? path : `${siteUrl.replace(/\/$/, '')}${path}`
