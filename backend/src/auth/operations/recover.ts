import { z } from 'zod'
import { readBody, refusePkce, requireEmail } from '../body.ts'
import { takeMail } from '../limits.ts'
import { mailRecovery } from '../links.ts'
import { redirectFor } from '../redirects.ts'
import { type Operation, quietly, requireHuman } from '../services.ts'
import { lockUserByEmail } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  code_challenge: z.string().nullish(),
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

/** Answers alike for known and unknown addresses: in words, in limits and in time. */
export const recover: Operation = (services) => async (c) => {
  const { db, limits, clientAddress, siteUrl } = services
  await limits.take('mailAddress', clientAddress(c.req.raw))
  const body = await readBody(c.req.raw, Body)
  refusePkce(body.code_challenge)
  const email = requireEmail(body.email)
  await requireHuman(services, c.req.raw, 'reset', body)
  await takeMail(limits, 'recovery', email)

  await quietly(services, () =>
    db.transaction(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user) await mailRecovery(services, tx, user, redirectFor(c.req.raw, siteUrl))
    }),
  )
  return c.json({})
}
