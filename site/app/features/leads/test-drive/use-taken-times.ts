import { useCallback, useEffect, useState } from 'react'
import { findTakenTimes } from './send-test-drive.ts'

interface TakenTimes {
  /** Null while they are being asked for. */
  taken: readonly string[] | null
  refresh(): void
}

/** The booked times of a day. When they cannot be read all look free, and the booking itself is refused if not. */
export function useTakenTimes(vehicleId: string, date: string): TakenTimes {
  const [answer, setAnswer] = useState<{ date: string; taken: readonly string[] } | null>(null)
  const [asked, setAsked] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked counts the wishes for a new answer.
  useEffect(() => {
    if (!date) return
    let isCurrent = true
    void findTakenTimes(vehicleId, date)
      .catch((): string[] => [])
      .then((taken) => isCurrent && setAnswer({ date, taken }))
    return () => {
      isCurrent = false
    }
  }, [vehicleId, date, asked])

  const refresh = useCallback(() => setAsked((count) => count + 1), [])
  return { taken: answer?.date === date ? answer.taken : null, refresh }
}
