// Helpers for functions on a hosted project. Only the index.ts files, which run in Deno, import this module.
import { networkOf } from './network.ts'
import { refuse } from './respond.ts'
import type { Rpc } from './rpc.ts'

export interface HostedEnv {
  get(name: string): string | undefined
}

export class RpcRefused extends Error {
  constructor(
    name: string,
    readonly status: number,
  ) {
    super(`${name}: ${status}`)
  }
}

export function createHosted(env: HostedEnv) {
  const url = required(env, 'SUPABASE_URL')
  const serviceKey = required(env, 'SUPABASE_SERVICE_ROLE_KEY')
  const anonKey = required(env, 'SUPABASE_ANON_KEY')

  async function post<T>(name: string, args: unknown, apikey: string, authorization: string): Promise<T> {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey, authorization, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    if (!response.ok) throw new RpcRefused(name, response.status)
    return (response.status === 204 ? null : await response.json()) as T
  }

  /** The value of a key in the config table. */
  async function readSetting(key: string): Promise<string> {
    const response = await fetch(`${url}/rest/v1/config?select=value&key=eq.${encodeURIComponent(key)}`, {
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    })
    if (!response.ok) throw new Error(`config: ${response.status}`)
    const [row] = (await response.json()) as { value: string | null }[]
    return row?.value ?? ''
  }

  const bearer = (request: Request) => request.headers.get('authorization') ?? ''
  const rpc: Rpc = (name, args) => post(name, args, serviceKey, `Bearer ${serviceKey}`)
  return {
    url,
    rpc,
    readSetting,
    log: { warn: (details: object, message: string) => console.warn(message, details) },
    /** Called with the caller's token, so that the database checks whether the caller is an admin. */
    isAdmin: (request: Request) => post<boolean>('is_admin', {}, anonKey, bearer(request)).catch(() => false),
    rpcAs: (request: Request, name: string, args: Record<string, unknown>) =>
      post<unknown>(name, args, anonKey, bearer(request)),
    /** Calls the project's auth service with the service key. */
    postAuth: (path: string, body: unknown) =>
      fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /**
     * Asks the auth service whether the session still exists. If the service doesn't respond, the caller is treated as
     * a guest.
     */
    async accountOf(request: Request): Promise<string | null> {
      const authorization = bearer(request)
      if (!authorization || authorization === `Bearer ${anonKey}`) return null
      const response = await fetch(`${url}/auth/v1/user`, { headers: { apikey: anonKey, authorization } }).catch(
        () => null,
      )
      return response?.ok ? ((await response.json()) as { id: string }).id : null
    },
    /** Scheduled calls are made with the service key. */
    isService: (request: Request) => request.headers.get('authorization') === `Bearer ${serviceKey}`,
    async callerKey(request: Request): Promise<string> {
      const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
      const address = networkOf(request.headers.get('cf-connecting-ip') ?? forwarded ?? 'unknown')
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${serviceKey}:${address}`))
      return btoa(String.fromCharCode(...new Uint8Array(digest)))
    },
  }
}

export function required(env: HostedEnv, name: string): string {
  const value = env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
}

/** Answers preflight requests, and keeps the details of errors out of responses. */
export const serve =
  (handle: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response('ok', { headers: CORS })
    const response = await handle(request).catch((error: unknown) => {
      console.error(error)
      return refuse(500, 'Something went wrong on our side. Please try again.')
    })
    for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
    return response
  }
