import { createHosted, RpcRefused, required, serve } from '../_shared/hosted.ts'
import { inviteColleague } from './handler.ts'

const hosted = createHosted(Deno.env)
const siteUrl = required(Deno.env, 'SITE_URL')

Deno.serve(
  serve(
    inviteColleague({
      isAdmin: hosted.isAdmin,
      invite: (email) => hosted.postAuth(`invite?redirect_to=${encodeURIComponent(`${siteUrl}/admin`)}`, { email }),
      async welcome(request, userId, role) {
        try {
          await hosted.rpcAs(request, 'welcome_colleague', { _user_id: userId, _role: role })
          return true
        } catch (error) {
          if (error instanceof RpcRefused && error.status === 409) return false
          throw error
        }
      },
    }),
  ),
)
