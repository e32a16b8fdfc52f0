import { createHosted, required, serve } from '../_shared/hosted.ts'
import { respond } from '../_shared/respond.ts'
import { autotraderSync, isEnabled } from './handler.ts'
import { createStockApi } from './stock-api.ts'
import { runDue } from './sync.ts'
import { createSyncStore } from './sync-store.ts'

const hosted = createHosted(Deno.env)
const key = Deno.env.get('AUTOTRADER_KEY')
const deps = {
  store: createSyncStore(hosted.rpc),
  stock: key
    ? createStockApi({
        baseUrl: Deno.env.get('AUTOTRADER_BASE_URL'),
        key,
        secret: required(Deno.env, 'AUTOTRADER_SECRET'),
        advertiserId: required(Deno.env, 'AUTOTRADER_ADVERTISER_ID'),
      })
    : null,
  now: () => new Date(),
  readSetting: () => hosted.rpc<string | null>('read_autotrader_setting', {}),
}
const handle = autotraderSync({ ...deps, isAdmin: hosted.isAdmin })

const runQueue = () => runDue({ ...deps, isEnabled: () => isEnabled(deps) })

Deno.serve(
  serve(async (request) => {
    // A scheduled call has the service key but no vehicle. Hosted projects don't run our background jobs.
    if (hosted.isService(request)) return respond({ success: true, done: await runQueue() })
    const response = await handle(request)
    if (response.status !== 403) await runQueue().catch(console.error)
    return response
  }),
)
