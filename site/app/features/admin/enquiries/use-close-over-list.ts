import { useLocation, useNavigate } from 'react-router'

/** Closes a dialog over the list: back to where it was opened from, or to the list if it was opened by its URL. */
export function useCloseOverList(): () => void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  return () => {
    if ((state as { isFromList?: boolean } | null)?.isFromList) void navigate(-1)
    else void navigate(`/admin/enquiries${search}`, { replace: true, preventScrollReset: true })
  }
}
