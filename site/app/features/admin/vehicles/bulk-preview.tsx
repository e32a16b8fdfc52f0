import { ArrowRight } from 'lucide-react'
import { Alert } from '#app/components/ui/alert.tsx'
import { formatPrice } from '#app/lib/money.ts'
import {
  BULK_WORDS,
  type BulkKind,
  countRecords,
  notesInWords,
  type PlannedChange,
  refusalInWords,
  type SortedPlan,
} from './bulk-change.ts'

/** What a change will do, vehicle by vehicle. */
export function BulkPreview({ plan, kind }: { plan: SortedPlan; kind: BulkKind }) {
  const { changing, refused, unchanged } = plan
  const records = countRecords(changing)
  return (
    <div className="grid gap-6">
      {records > 0 && (
        <Alert tone="warning">
          {records === 1 ? '1 of these vehicles has' : `${records} of these vehicles have`} a purchase, costs or a sale,
          which will be deleted too. By law, you have to keep these records for six years.
        </Alert>
      )}
      <PreviewGroup title={BULK_WORDS[kind].changing} vehicles={changing}>
        {(vehicle) => <ChangingRow vehicle={vehicle} />}
      </PreviewGroup>
      <PreviewGroup title="Can’t be changed" vehicles={refused}>
        {({ title, refusal }) => (
          <PreviewRow title={title ?? 'A vehicle'} notes={[refusalInWords(refusal ?? '', kind)]} />
        )}
      </PreviewGroup>
      <PreviewGroup title="Stay as they are" vehicles={unchanged}>
        {({ title }) => <PreviewRow title={title ?? ''} notes={[BULK_WORDS[kind].already]} />}
      </PreviewGroup>
    </div>
  )
}

interface PreviewGroupProps {
  title: string
  vehicles: PlannedChange[]
  children(vehicle: PlannedChange): React.ReactNode
}

function PreviewGroup({ title, vehicles, children }: PreviewGroupProps) {
  if (vehicles.length === 0) return null
  return (
    <section>
      <h3 className="tabular font-medium text-sm">
        {title} <span className="text-quiet">({vehicles.length})</span>
      </h3>
      <ul className="mt-2 divide-y divide-hairline border-hairline border-y">
        {vehicles.map((vehicle) => (
          <li key={vehicle.id}>{children(vehicle)}</li>
        ))}
      </ul>
    </section>
  )
}

function ChangingRow({ vehicle }: { vehicle: PlannedChange }) {
  const { title, before, after } = vehicle
  return (
    <PreviewRow title={title ?? ''} notes={notesInWords(vehicle)}>
      {after?.price != null && before.price != null && (
        <span className="tabular flex shrink-0 items-center gap-1.5 whitespace-nowrap">
          <del className="text-quiet no-underline">
            <span className="sr-only"> from </span>
            {formatPrice(before.price)}
          </del>
          <ArrowRight aria-hidden className="size-3.5 text-quiet" strokeWidth={1.5} />
          <ins className="font-medium no-underline">
            <span className="sr-only"> to </span>
            {formatPrice(after.price)}
          </ins>
        </span>
      )}
    </PreviewRow>
  )
}

function PreviewRow({ title, notes, children }: { title: string; notes: string[]; children?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
      <span className="min-w-0 wrap-anywhere">{title}</span>
      {children}
      {notes.length > 0 && <span className="w-full text-quiet text-xs">{notes.join('. ')}</span>}
    </div>
  )
}
