import { createHosted, serve } from '../_shared/hosted.ts'
import { siteStatus } from './handler.ts'

const hosted = createHosted(Deno.env)

Deno.serve(
  serve(
    siteStatus({
      isAdmin: hosted.isAdmin,
      isMailConfigured: async () => Deno.env.get('SMTP_URL') !== undefined,
      autotraderConfigured: Deno.env.get('AUTOTRADER_KEY') !== undefined,
    }),
  ),
)
