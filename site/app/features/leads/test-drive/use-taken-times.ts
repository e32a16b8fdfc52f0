import { useCallback, useEffect, useState } from 'react'
import { findTakenTimes } from './send-test-drive.ts'

interface TakenTimes {
  /** Null while loading. */
  taken: ReadonlySet<string> | null
  refresh(): void
}

/**
 * The vehicle's booked times from today on. If they cannot be loaded, all times look free, but the database still
 * refuses a time that is booked.
 */
export function useTakenTimes(vehicleId: string): TakenTimes {
  const [taken, setTaken] = useState<ReadonlySet<string> | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt number loads the times again.
  useEffect(() => {
    let isCurrent = true
    void findTakenTimes(vehicleId)
      .catch((): string[] => [])
      .then((times) => isCurrent && setTaken(new Set(times)))
    return () => {
      isCurrent = false
    }
  }, [vehicleId, attempt])

  const refresh = useCallback(() => setAttempt((count) => count + 1), [])
  return { taken, refresh }
}
