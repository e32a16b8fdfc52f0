import { useEffect } from 'react'
import { toast } from '#app/components/ui/toast.tsx'

/** Says once that a read failed, not again at every repeat while it keeps failing. */
export function useErrorToast(failed: boolean, message: string) {
  useEffect(() => {
    if (failed) toast.error(message)
  }, [failed, message])
}
