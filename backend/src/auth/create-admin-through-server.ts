import { z } from 'zod'
import { generatePassword } from './first-admin.ts'
import { MUST_SET_PASSWORD } from './users.ts'

interface Target {
  url: string
  secretKey: string
  email: string
}

const User = z.object({ id: z.string() })
const Profiles = z.array(User)

/** Does the same as `createAdmin`, but by calling a running site with its secret key. */
export async function createAdminThroughServer({ url, secretKey, email: given }: Target) {
  const email = given.trim().toLowerCase()
  const password = generatePassword()
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
    if (!response.ok)
      throw new Error(`The running site rejected the request: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text ? (JSON.parse(text) as unknown) : null
  }

  const query = new URLSearchParams({ select: 'id', email: `eq.${email}` })
  const [known] = Profiles.parse(await call('GET', `/rest/v1/profiles?${query}`))
  const account = { password, email_confirm: true, app_metadata: { [MUST_SET_PASSWORD]: 'issued' } }
  const user = User.parse(
    known
      ? await call('PUT', `/auth/v1/admin/users/${known.id}`, account)
      : await call('POST', '/auth/v1/admin/users', { ...account, email }),
  )
  if (known) await call('POST', '/rest/v1/rpc/reset_second_steps', { _user_id: user.id })
  await call('PATCH', `/rest/v1/profiles?id=eq.${user.id}&disabled=is.true`, { disabled: false })
  await call(
    'POST',
    '/rest/v1/user_roles?on_conflict=user_id',
    { user_id: user.id, role: 'admin' },
    {
      prefer: 'resolution=merge-duplicates',
    },
  )
  return { password, isNew: known === undefined }
}
