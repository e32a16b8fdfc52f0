import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useLocation } from 'react-router'
import { PathLink } from '#app/components/ui/link.tsx'
import { systemStatus } from '#app/features/admin/status/status-queries.ts'
import { attentionInWords } from '#app/features/admin/status/status-words.ts'

const STATUS_PATH = '/admin/status'

/** Shown while something needs attention, on every screen except the one it links to. */
export function AttentionBanner() {
  const { data } = useQuery(systemStatus)
  const { pathname } = useLocation()
  const attention = data && attentionInWords(data)
  if (!attention || pathname.startsWith(STATUS_PATH)) return null
  return (
    <div role="status" className="flex items-start gap-3 border-warning border-b-2 bg-raised py-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <p>
        <strong className="font-semibold">{attention.title}</strong> {attention.text}{' '}
        <PathLink to={STATUS_PATH} className="whitespace-nowrap underline underline-offset-4 hover:text-brass">
          System status
        </PathLink>
      </p>
    </div>
  )
}
