import { createHosted, required, serve, verifyRecaptcha } from '../_shared/hosted.ts'
import { sendEmail } from './handler.ts'
import { createLeads } from './leads.ts'

const hosted = createHosted(Deno.env)

Deno.serve(
  serve(
    sendEmail({
      ...createLeads(hosted.rpc),
      siteUrl: required(Deno.env, 'SITE_URL'),
      callerKey: hosted.callerKey,
      verifyCaptcha: (token) => verifyRecaptcha(Deno.env.get('RECAPTCHA_SECRET_KEY'), token),
    }),
  ),
)
