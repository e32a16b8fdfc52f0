/**
 * Maps a path to a metric label from a short fixed list. If the paths themselves were labels, visitors could create any
 * number of labels.
 */
export function routeClassOf(path: string): string {
  const service = /^\/([a-z]+)\/v1(?:\/|$)/.exec(path)?.[1]
  if (service !== undefined) return SERVICES.has(service) ? service : 'other'
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return 'health'
  if (path.startsWith('/assets/')) return 'asset'
  if (path.startsWith('/dev/mailbox')) return 'mailbox'
  return /^\/admin(\/|$|\.data$)/.test(path) ? 'back-office' : 'page'
}

const SERVICES = new Set(['rest', 'auth', 'storage', 'functions', 'captcha'])
