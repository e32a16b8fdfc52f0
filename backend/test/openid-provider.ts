// A small provider of OpenID Connect on this machine, which can have bad days.

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

export type BadDay =
  | 'another issuer'
  | 'another audience'
  | 'another nonce'
  | 'another key'
  | 'no signature'
  | 'expired'
  | 'token endpoint away'
  | 'discovery away'
  | 'discovery of another'

export type OpenIdTestProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

export async function startOpenIdProvider() {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { person: Person; query: URLSearchParams }>()
  let badDay: BadDay | null = null
  let issuer = ''

  async function idToken(person: Person, nonce?: string): Promise<string> {
    const claims = { ...person, nonce: badDay === 'another nonce' ? 'another' : nonce }
    const seconds = Math.floor(Date.now() / 1000)
    const payload = {
      ...claims,
      iss: badDay === 'another issuer' ? 'https://evil.example' : issuer,
      aud: badDay === 'another audience' ? 'somebody else' : CLIENT_ID,
      iat: seconds - (badDay === 'expired' ? 7200 : 0),
      exp: seconds + (badDay === 'expired' ? -3600 : 300),
      jti: randomUUID(),
    }
    if (badDay === 'no signature') return new UnsecuredJWT(payload).encode()
    const key = badDay === 'another key' ? other.privateKey : pair.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key)
  }

  async function token(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    if (badDay === 'token endpoint away') return [500, { error: 'server_error' }]
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
    return [200, { id_token: await idToken(given.person, given.query.get('nonce') ?? undefined), access_token: 'a' }]
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/keys') return send(200, { keys: [jwk] })
    if (request.url === '/token') return send(...(await token(request)))
    if (badDay === 'discovery away') return send(503, {})
    return send(200, {
      issuer: badDay === 'discovery of another' ? 'https://evil.example' : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    })
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    idToken,
    haveBadDay: (kind: BadDay | null) => {
      badDay = kind
    },
    /** Somebody agrees at the provider: where their browser is sent back to. */
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
