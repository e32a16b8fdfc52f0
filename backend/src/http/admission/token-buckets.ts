export interface BucketLimits {
  /** Tokens in a full bucket. */
  burst: number
  perSecond: number
  /** The least recently used key is forgotten first, which bounds the memory that callers can claim. */
  maxKeys: number
}

interface Bucket {
  tokens: number
  at: number
}

/** One bucket per key, refilled steadily. Each request takes one token. */
export function createTokenBuckets({ burst, perSecond, maxKeys }: BucketLimits, now = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  return {
    /** Takes a token and returns 0, or returns the number of seconds until there will be one. */
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
