import { Button } from '#app/components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import { incidentInWords, timesInWords } from './status-words.ts'

interface Incident {
  kind: string
  detail: string
  count: number
  first_at: string
  last_at: string
}

interface IncidentListProps {
  incidents: Incident[]
  onDismiss(kind: string): void
}

/** Problems that the server has recorded. Renders nothing if there are none. */
export function IncidentList({ incidents, onDismiss }: IncidentListProps) {
  if (incidents.length === 0) return null
  return (
    <Card className="mb-6">
      <CardHeader
        title="Recent problems"
        description="Dismiss a problem once you’ve seen it. It will reappear here if it happens again."
      />
      <CardBody className="pt-3">
        <ul className="divide-y divide-hairline">
          {incidents.map((incident) => (
            <IncidentItem key={incident.kind} incident={incident} onDismiss={() => onDismiss(incident.kind)} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function IncidentItem({ incident, onDismiss }: { incident: Incident; onDismiss(): void }) {
  const { title, advice } = incidentInWords(incident.kind)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p className="font-medium">{title}</p>
        <p className="max-w-[80ch] text-quiet">{advice}</p>
        {incident.detail && <p className="text-quiet text-xs [overflow-wrap:anywhere]">{incident.detail}</p>}
        <p className="tabular text-quiet text-xs">{whenAndHowOften(incident)}</p>
      </div>
      <Button size="sm" variant="hairline" aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
        Dismiss
      </Button>
    </li>
  )
}

function whenAndHowOften({ count, first_at, last_at }: Incident): string {
  if (count === 1) return formatDateTime(last_at)
  return `${timesInWords(count)}, first ${formatDateTime(first_at)}, last ${formatDateTime(last_at)}`
}
