import { Alert } from '#app/components/ui/alert.tsx'
import { CalendarButton } from './calendar-button.tsx'
import type { SentLead } from './sent-lead.ts'

/** The confirmation of a form, on the vehicle's page. */
export default function SentNotice({ sent, vehicleTitle }: { sent: SentLead; vehicleTitle: string }) {
  const { title, text, visit } = sent
  return (
    <Alert tone="success" title={title} className="mb-6">
      <p>{text}</p>
      {visit && (
        <div className="mt-3">
          <CalendarButton visit={visit} vehicleTitle={vehicleTitle} />
        </div>
      )}
    </Alert>
  )
}
