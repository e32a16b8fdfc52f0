import { Status, type Tone } from '#app/components/ui/badge.tsx'

/** New is blue, In Progress is yellow, and every other status is green. */
export function statusTone(status: string): Tone {
  if (status === 'New') return 'info'
  return status === 'In Progress' ? 'warning' : 'success'
}

export function EnquiryStatus({ status }: { status: string }) {
  return <Status tone={statusTone(status)}>{status}</Status>
}
