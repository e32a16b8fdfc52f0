/** What every function answers in: JSON that no cache keeps. */
export function respond(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** The one shape of a refusal; its message is written for the person in front of the screen. */
export function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return respond({ success: false, message }, status, headers)
}

const MAX_BODY_CHARACTERS = 64_000

/** The request's JSON, or undefined when it is none, or longer than any honest one. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAX_BODY_CHARACTERS) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
