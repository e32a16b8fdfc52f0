export interface BucketLimits {
  /** What may come at once. */
  burst: number
  perSecond: number
  /** The longest unseen are forgotten first: what is remembered of strangers stays small. */
  maxKeys: number
}

interface Bucket {
  tokens: number
  at: number
}

/** A bucket a key, filled steadily, one token a request. */
export function createTokenBuckets({ burst, perSecond, maxKeys }: BucketLimits, now = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  return {
    /** Takes one; or says in how many seconds there will be one. */
    take(key: string): number {
      const at = now()
      const last = buckets.get(key)
      const tokens = last ? Math.min(burst, last.tokens + ((at - last.at) / 1000) * perSecond) : burst
      const isTaken = tokens >= 1
      buckets.delete(key)
      buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at })
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value as string)
      return isTaken ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond))
    },
    get size() {
      return buckets.size
    },
  }
}
