// What an e-mailed link left behind `#` in the address: a session, or why there is none.

export interface LinkHash {
  type: string | null
  hasSession: boolean
  errorCode: string | null
}

export function readLinkHash(hash: string): LinkHash | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const hasSession = fields.has('access_token')
  if (!hasSession && !fields.has('error') && !fields.has('error_code')) return null
  return { type: fields.get('type'), hasSession, errorCode: fields.get('error_code') ?? fields.get('error') }
}
