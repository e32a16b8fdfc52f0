const TOO_MANY_REQUESTS = 429
const PAUSE_MS = 3000

/**
 * Sends one of a long series of requests. If the series has used up the database time that the caller's network may use,
 * it waits and tries again.
 */
export async function whenAllowed<Answer extends { status: number }>(
  send: () => PromiseLike<Answer>,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<Answer> {
  let answer = await send()
  while (answer.status === TOO_MANY_REQUESTS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    signal.throwIfAborted()
    answer = await send()
  }
  return answer
}
