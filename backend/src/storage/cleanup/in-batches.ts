const BATCH = 500

/** Enough at once for one question to the database, never all of them. */
export async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Does something with each of them, so many at once. Ends with the first that fails, when those under way are done. */
export async function eachAtOnce<T>(
  items: readonly T[],
  places: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const failures: unknown[] = []
  const one = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(places, items.length) }, one))
  if (failures.length > 0) throw failures[0]
}
