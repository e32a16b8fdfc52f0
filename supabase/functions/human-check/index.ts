import { createHosted, serve } from '../_shared/hosted.ts'
import { createRecaptcha } from '../_shared/recaptcha.ts'
import { createLeads } from '../send-email/leads.ts'
import { humanCheck } from './handler.ts'

const hosted = createHosted(Deno.env)
const { createPass } = createRecaptcha({
  rpc: hosted.rpc,
  secret: Deno.env.get('RECAPTCHA_SECRET_KEY'),
  log: hosted.log,
})

Deno.serve(serve(humanCheck({ callerKey: hosted.callerKey, takeLimit: createLeads(hosted.rpc).takeLimit, createPass })))
