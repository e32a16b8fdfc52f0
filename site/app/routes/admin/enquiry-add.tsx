import { useLocation, useNavigate } from 'react-router'
import { AddLeadDialog } from '#app/features/admin/enquiries/add-lead-dialog.tsx'
import { leadPath } from '#app/features/admin/enquiries/inbox-rules.ts'
import { useCloseOverList } from '#app/features/admin/enquiries/use-close-over-list.ts'

export const meta = () => [{ title: 'Add lead | Back office' }]

/** The form for a call or a visit, over the list of enquiries. Ends on the new lead. */
export default function AdminAddLeadPage() {
  const close = useCloseOverList()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const show = (id: string) =>
    void navigate(leadPath({ kind: 'desk', id }, search), { replace: true, state, preventScrollReset: true })
  return <AddLeadDialog onClose={close} onAdded={show} />
}
