import { type Claim, ClaimIcon } from '#app/platform/company/claims.tsx'

export function Strengths({ strengths }: { strengths: readonly Claim[] }) {
  return (
    <ul className="grid gap-px bg-hairline sm:grid-cols-2 lg:grid-cols-4">
      {strengths.map(({ title, icon, text }) => (
        <li
          key={title}
          className="bg-page py-8 max-lg:sm:odd:pr-8 max-lg:sm:even:pl-8 lg:py-2 lg:not-nth-[4n+1]:pl-8 lg:not-nth-[4n]:pr-8"
        >
          <ClaimIcon icon={icon} />
          <h3 className="display mt-6 text-xl">{title}</h3>
          <p className="mt-3 text-sm text-quiet">{text}</p>
        </li>
      ))}
    </ul>
  )
}
