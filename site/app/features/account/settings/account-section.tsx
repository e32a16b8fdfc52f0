import { type ReactNode, useId } from 'react'

interface AccountSectionProps {
  title: string
  /** One or two sentences that explain the section. */
  intro: ReactNode
  children: ReactNode
}

/** A section of the account settings, with the explanation on the left and the controls on the right. */
export function AccountSection({ title, intro, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-5 border-hairline border-t py-8 md:py-10 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div className="grid max-w-measure content-start gap-1.5">
        <h2 id={id} className="display text-2xl">
          {title}
        </h2>
        <p className="text-quiet text-sm">{intro}</p>
      </div>
      <div className="grid max-w-xl content-start gap-5">{children}</div>
    </section>
  )
}
