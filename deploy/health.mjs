// Exits with code 0 if the site in this container responds, and with code 1 if it does not.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => ({ ok: false }))
process.exit(ok ? 0 : 1)
