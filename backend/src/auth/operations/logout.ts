import { AuthError } from '../errors.ts'
import { type Operation, requireUser } from '../services.ts'
import { endSessions } from '../sessions.ts'

export const logout: Operation = (services) => async (c) => {
  const { user, session } = await requireUser(services, c.req.raw)
  const scope = c.req.query('scope') || 'global'
  if (scope === 'global') await endSessions(services.db, user.id)
  else if (scope === 'local') await endSessions(services.db, user.id, { only: session.id })
  else if (scope === 'others') await endSessions(services.db, user.id, { except: session.id })
  else throw new AuthError('validation_failed', `Unsupported logout scope "${scope}"`)
  return c.body(null, 204)
}
