import { queryOptions } from '@tanstack/react-query'
import type { AuthClient } from '#app/lib/browser-backend.ts'

const MY_USER = ['my-user']

/** The account from the auth service, because the copy in the session is only as fresh as its last refresh. */
export const myUser = (connect: () => Promise<AuthClient>) =>
  queryOptions({
    queryKey: MY_USER,
    queryFn: async () => {
      const { data, error } = await (await connect()).getUser()
      if (error) throw error
      return data.user
    },
  })
