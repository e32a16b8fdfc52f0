import { useCallback, useEffect, useState } from 'react'
import { findTakenTimes } from './send-test-drive.ts'

interface TakenTimes {
  /** Null while loading. */
  taken: readonly string[] | null
  refresh(): void
}

/**
 * The booked times on a day. If they cannot be loaded, all times look free, but the database still refuses a time that
 * is booked.
 */
export function useTakenTimes(vehicleId: string, date: string): TakenTimes {
  const [answer, setAnswer] = useState<{ date: string; taken: readonly string[] } | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt number loads the times again.
  useEffect(() => {
    if (!date) return
    let isCurrent = true
    void findTakenTimes(vehicleId, date)
      .catch((): string[] => [])
      .then((taken) => isCurrent && setAnswer({ date, taken }))
    return () => {
      isCurrent = false
    }
  }, [vehicleId, date, attempt])

  const refresh = useCallback(() => setAttempt((count) => count + 1), [])
  return { taken: answer?.date === date ? answer.taken : null, refresh }
}
