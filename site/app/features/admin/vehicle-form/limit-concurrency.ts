/** Returns a function that runs at most `limit` of its tasks at a time, in the order in which it was called. */
export function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running++
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      // The next task takes over this one's place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
