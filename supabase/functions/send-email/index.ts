import { createHosted, required, serve } from '../_shared/hosted.ts'
import { createRecaptcha } from '../_shared/recaptcha.ts'
import { sendEmail } from './handler.ts'
import { createLeads } from './leads.ts'

const hosted = createHosted(Deno.env)
const recaptcha = createRecaptcha({
  rpc: hosted.rpc,
  secret: Deno.env.get('RECAPTCHA_SECRET_KEY'),
  log: hosted.log,
})

Deno.serve(
  serve(
    sendEmail({
      ...createLeads(hosted.rpc),
      siteUrl: required(Deno.env, 'SITE_URL'),
      callerKey: hosted.callerKey,
      accountOf: hosted.accountOf,
      verifyCaptcha: recaptcha.verify,
    }),
  ),
)
