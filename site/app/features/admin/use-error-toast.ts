import { useEffect } from 'react'
import { toast } from '#app/components/ui/toast.tsx'

/** Shows one toast when a read fails, and none for each refetch that fails after it. */
export function useErrorToast(failed: boolean, message: string) {
  useEffect(() => {
    if (failed) toast.error(message)
  }, [failed, message])
}
