import { Status, type Tone } from '#app/components/ui/badge.tsx'
import { shownStatus } from './inbox-rules.ts'

const TONES: Record<string, Tone> = { New: 'info', 'In Progress': 'warning', Responded: 'success', Closed: 'quiet' }

export function InboxStatus({ status }: { status: string }) {
  const shown = shownStatus(status)
  return <Status tone={TONES[shown] ?? 'quiet'}>{shown}</Status>
}
