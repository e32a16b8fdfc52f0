// A small local OpenID Connect provider that can be made to fail.

import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

export const CLIENT_ID = 'forecourt'
export const CLIENT_SECRET = 'the secret of the client'

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean | string
  [claim: string]: unknown
}

export type ProviderFault =
  | 'another issuer'
  | 'another audience'
  | 'another authorised party'
  | 'another nonce'
  | 'another key'
  | 'signed with the client secret'
  | 'no signature'
  | 'expired'
  | 'issued long ago'
  | 'token endpoint down'
  | 'token endpoint redirected'
  | 'discovery down'
  | 'discovery redirected'
  | 'discovery of another issuer'
  | 'discovery of plain HTTP'

export type OpenIdTestProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

export async function startOpenIdProvider() {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { person: Person; query: URLSearchParams }>()
  let fault: ProviderFault | null = null
  let issuer = ''

  async function idToken(person: Person, nonce?: string): Promise<string> {
    const claims = { ...person, nonce: fault === 'another nonce' ? 'another' : nonce }
    const seconds = Math.floor(Date.now() / 1000)
    const payload = {
      ...claims,
      iss: fault === 'another issuer' ? 'https://evil.example' : issuer,
      aud: fault === 'another audience' ? 'another-client' : CLIENT_ID,
      ...(fault === 'another authorised party' && { azp: 'another-client' }),
      iat: seconds - (fault === 'expired' || fault === 'issued long ago' ? 7200 : 0),
      exp: seconds + (fault === 'expired' ? -3600 : 300),
      jti: randomUUID(),
    }
    if (fault === 'no signature') return new UnsecuredJWT(payload).encode()
    if (fault === 'signed with the client secret')
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT_SECRET))
    const key = fault === 'another key' ? other.privateKey : pair.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key)
  }

  async function token(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    if (fault === 'token endpoint down') return [500, { error: 'server_error' }]
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const given = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood =
      given &&
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      form.get('redirect_uri') === given.query.get('redirect_uri') &&
      given.query.get('code_challenge') === challenge
    if (!isGood) return [400, { error: 'invalid_grant' }]
    const id_token = await idToken(given.person, given.query.get('nonce') ?? undefined)
    return [200, { id_token, access_token: 'a', token_type: 'Bearer' }]
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const redirect = (path: string) => response.writeHead(307, { location: `${issuer}${path}` }).end()
    const [path, query] = (request.url ?? '').split('?')
    if (path === '/keys') return send(200, { keys: [jwk] })
    if (path === '/token' && !query && fault === 'token endpoint redirected') return redirect('/token?again')
    if (path === '/token') return send(...(await token(request)))
    if (fault === 'discovery down') return send(503, {})
    if (fault === 'discovery redirected' && !query) return redirect(`${path}?again`)
    return send(200, {
      issuer: fault === 'discovery of another issuer' ? 'https://evil.example' : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: fault === 'discovery of plain HTTP' ? 'http://provider.example/token' : `${issuer}/token`,
      // Symmetric algorithms and none are offered too, so that it is our client that refuses them.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      jwks_uri: `${issuer}/keys`,
    })
  }

  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    idToken,
    setFault: (kind: ProviderFault | null) => {
      fault = kind
    },
    /** Signs the person in at the provider and returns the callback address for their browser. */
    agree(address: string, person: Person): URL {
      const { searchParams } = new URL(address)
      const code = randomUUID()
      codes.set(code, { person, query: searchParams })
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return back
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
