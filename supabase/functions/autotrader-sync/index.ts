import { createHosted, required, serve } from '../_shared/hosted.ts'
import { autotraderSync, isEnabled } from './handler.ts'
import { createStockApi } from './stock-api.ts'
import { retryDue } from './sync.ts'
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

Deno.serve(
  serve(async (request) => {
    const response = await handle(request)
    // Nothing else here wakes up by itself: each call also tries what failed before.
    if (response.status !== 403) await retryDue({ ...deps, isEnabled: () => isEnabled(deps) }).catch(console.error)
    return response
  }),
)
