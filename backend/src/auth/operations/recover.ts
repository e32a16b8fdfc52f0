import { z } from 'zod'
import { CHALLENGE_FIELDS, readBody, requireEmail } from '../body.ts'
import { mailLink } from '../links.ts'
import { challengeFrom } from '../pkce.ts'
import { takeMail } from '../rate-limits.ts'
import { redirectFor } from '../redirects.ts'
import { inFixedTime, type Operation, requireHuman } from '../services.ts'
import { lockUserByEmail } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  ...CHALLENGE_FIELDS,
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

/** Known and unknown addresses get the same response, the same limits and the same response time. */
export const recover: Operation = (services) => async (c) => {
  const { db, limits, clientAddress, siteUrl } = services
  await limits.take('mailAddress', clientAddress(c.req.raw))
  const body = await readBody(c.req.raw, Body)
  const pkce = challengeFrom(body)
  const email = requireEmail(body.email)
  await requireHuman(services, c.req.raw, 'reset', body)
  await takeMail(limits, 'recovery', email)

  await inFixedTime(services, () =>
    db.transaction(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user) await mailLink(services, tx, 'recovery', user, { redirectTo: redirectFor(c.req.raw, siteUrl), pkce })
    }),
  )
  return c.json({})
}
