import { type Operation, requireUser } from '../services.ts'
import { toUser } from '../users.ts'

export const getUser: Operation = (services) => async (c) => {
  const { user } = await requireUser(services, c.req.raw)
  return c.json(toUser(user))
}
