import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { describe } from './vehicle-fallbacks.ts'

/** The description, features and specifications below the pictures. */
export function VehicleDetails({ vehicle }: { vehicle: Vehicle }) {
  const { description, features, specifications } = describe(vehicle)
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
        <dl className="grid gap-x-10 sm:grid-cols-2">
          {withMakeAndModel(vehicle, specifications).map(([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-4 border-b py-2.5">
              <dt className="text-quiet">{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  )
}

type Specification = [name: string, value: string]

function withMakeAndModel({ make, model }: Vehicle, specifications: Specification[]): Specification[] {
  const own = new Set(specifications.map(([name]) => name))
  const first: Specification[] = [
    ['Make', make],
    ['Model', model],
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
