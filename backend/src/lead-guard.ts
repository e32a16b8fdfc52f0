// The checks that run before REST inserts a lead from a form: the captcha and the limit per network.
import { FORM_KINDS, type FormKind, LEADS } from '../../supabase/functions/_shared/lead-kinds.ts'
import type { Captcha } from './captcha/create-captcha.ts'
import type { createLeadLimit } from './functions/lead-limit.ts'
import { clientAddress, clientNetwork, hashNetwork } from './http/caller/client-address.ts'
import type { RestDeps } from './rest/rest.ts'

const KIND_BY_TABLE = new Map<string, FormKind>(
  FORM_KINDS.filter((kind) => LEADS[kind].sentBy === 'insert').map((kind) => [LEADS[kind].table, kind]),
)

/** Adds the caller's network to the claims of a write, because the database counts leads by network. */
export function addNetworkClaim(identify: RestDeps['identify'], hmacSecret: string): RestDeps['identify'] {
  return async (request) => {
    const caller = await identify(request)
    if (request.method === 'GET' || request.method === 'HEAD' || caller.role === 'service_role') return caller
    const network = hashNetwork(clientNetwork(request), hmacSecret)
    return { ...caller, claims: { ...caller.claims, forecourt_network: network } }
  }
}

export function requireHumanLead(captcha: Captcha, mayLead: ReturnType<typeof createLeadLimit>): RestDeps['guard'] {
  return async (request, { relation, method, rows }, caller) => {
    const isInsert = method === 'POST' || method === 'PUT'
    const action = KIND_BY_TABLE.get(relation)
    if (!isInsert || !action || caller.role === 'service_role') return
    // One proof of work pays for one row.
    if (rows > 1) throw new CaptchaRefusal()
    const token = request.headers.get('x-captcha-token') ?? undefined
    const isHuman = await captcha.verify(token, { action, call: 'insert', address: clientAddress(request) })
    if (!isHuman) throw new CaptchaRefusal()
    if (!(await mayLead(clientNetwork(request)))) throw new TooManyLeads()
  }
}

class TooManyLeads extends Error {
  readonly status = 429
  toBody() {
    const message = 'Too many requests. Please try again later or contact us directly.'
    return { code: 'P0001', message, details: null, hint: null }
  }
}

class CaptchaRefusal extends Error {
  readonly status = 400
  toBody() {
    return { code: 'captcha_failed', message: 'The human verification was not passed', details: null, hint: null }
  }
}
