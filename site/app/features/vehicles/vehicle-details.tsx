import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { TextLink } from '#app/components/ui/link.tsx'
import type { Vehicle } from '#app/lib/vehicle.ts'
import type { FactGroup } from './vehicle-facts.ts'
import { describe } from './vehicle-fallbacks.ts'

interface VehicleDetailsProps {
  vehicle: Vehicle
  facts: FactGroup[]
  stockNumber: string
}

/** The description, features, specifications and known facts below the pictures. */
export function VehicleDetails({ vehicle, facts, stockNumber }: VehicleDetailsProps) {
  const { description, features, specifications } = describe(vehicle, facts.length > 0)
  return (
    <div className="vehicle-details grid gap-14">
      <Part title="Description">
        <div className="prose-text">
          {description.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      </Part>
      {features.length > 0 && (
        <Part title="Features">
          <ul className="grid gap-x-10 sm:grid-cols-2">
            {[...new Set(features)].map((feature) => (
              <li key={feature} className="flex items-baseline gap-3 border-b py-2.5">
                <Check aria-hidden className="size-4 shrink-0 translate-y-0.5 text-brass" strokeWidth={1.5} />
                {feature}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Specifications">
        <Table rows={withMakeAndModel(vehicle, stockNumber, specifications)} />
        {facts.map(([title, rows]) => (
          <div key={title} className="mt-8">
            <h3 className="mb-1 font-medium text-sm">{title}</h3>
            <Table rows={rows} />
          </div>
        ))}
      </Part>
    </div>
  )
}

type Specification = [name: string, value: string]

const Table = ({ rows }: { rows: FactGroup[1] }) => (
  <dl className="grid gap-x-10 sm:grid-cols-2">
    {rows.map(([name, value, check]) => (
      <div key={name} className="flex items-baseline justify-between gap-4 border-b py-2.5">
        <dt className="text-quiet">{name}</dt>
        <dd className="text-right">
          {value}
          {check && (
            <TextLink href={check.href} target="_blank" rel="noreferrer" className="no-print ml-3 text-sm">
              {check.label}
              <span className="sr-only"> (opens in a new tab)</span>
            </TextLink>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

function withMakeAndModel({ make, model }: Vehicle, stockNumber: string, specifications: Specification[]) {
  const own = new Set(specifications.map(([name]) => name))
  const first: Specification[] = [
    ['Make', make],
    ['Model', model],
    ['Stock number', stockNumber],
  ]
  return [...first.filter(([name]) => !own.has(name)), ...specifications]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display mb-6 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
