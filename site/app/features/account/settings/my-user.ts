import { queryOptions } from '@tanstack/react-query'
import type { AuthClient } from '#app/lib/browser-backend.ts'

const MY_USER = ['my-user']

/** The account as the service has it now: a session knows it as it was when it was last renewed. */
export const myUser = (connect: () => Promise<AuthClient>) =>
  queryOptions({
    queryKey: MY_USER,
    queryFn: async () => {
      const { data, error } = await (await connect()).getUser()
      if (error) throw error
      return data.user
    },
  })
