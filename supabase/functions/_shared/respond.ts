import { parseStorableJson } from './storable-json.ts'

/** A JSON response that is not cached. */
export function respond(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** An error response. The message is shown to the user. */
export function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return respond({ success: false, message }, status, headers)
}

const MAX_BODY_CHARACTERS = 64_000

/** The request's JSON; undefined if it cannot be parsed or is longer than any legitimate request. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAX_BODY_CHARACTERS) return undefined
  try {
    return parseStorableJson(text)
  } catch {
    return undefined
  }
}
