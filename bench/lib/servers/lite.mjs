// Runs @supabase/lite with the four tables. This file is copied to the folder where the package is installed: node
// lite.mjs PORT postgres|pglite ADDRESS
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'

const [port, driver, url] = process.argv.slice(2)
const { createPostgresConnection, createPgliteConnection } = await import(`@supabase/lite/${driver}`)
const connection = await (createPostgresConnection ?? createPgliteConnection)({ url })
const app = new App({ connection, auth: { enabled: false }, options: { server: { apiKeys: false } } })

serve({ port: Number(port), hostname: '127.0.0.1', fetch: (request) => app.fetch(request, { peerAddress: null }) })
