import type { ReactNode } from 'react'

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-8">
      <h2 className="display border-b border-hairline pb-4 text-3xl">{title}</h2>
      {children}
    </section>
  )
}

export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <h3 className="text-sm text-quiet">{name}</h3>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </div>
  )
}
