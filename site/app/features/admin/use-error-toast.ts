import { useEffect } from 'react'
import { toast } from '#app/components/ui/toast.tsx'

/** Shows one toast when a read fails, but none for later refetches that fail too. */
export function useErrorToast(failed: boolean, message: string) {
  useEffect(() => {
    if (failed) toast.error(message)
  }, [failed, message])
}
