import { Gem, type LucideIcon, ReceiptText, ShieldCheck, Truck } from 'lucide-react'

const STRENGTHS: { title: string; icon: LucideIcon; text: string }[] = [
  {
    title: 'Curated Selection',
    icon: Gem,
    text: 'We choose each car for its history and condition, and turn away more than we keep. Selling yours? We value and buy customers’ cars, too.',
  },
  {
    title: 'Premium Guarantee',
    icon: ShieldCheck,
    text: 'Every car leaves us with a free 6 month warranty. If something is not right, you call the people you bought it from.',
  },
  {
    title: 'Transparent Process',
    icon: ReceiptText,
    text: 'Straightforward pricing, no concealed fees: the price you see is the price you pay. Part exchange is welcome, at a figure we explain.',
  },
  {
    title: 'Bespoke Service',
    icon: Truck,
    text: 'Viewings at a time that suits you, and delivery across the UK mainland. One person looks after you from first call to handover.',
  },
]

export function Strengths() {
  return (
    <ul className="grid gap-px bg-hairline sm:grid-cols-2 lg:grid-cols-4">
      {STRENGTHS.map(({ title, icon: Icon, text }) => (
        <li
          key={title}
          className="bg-page py-8 max-lg:sm:odd:pr-8 max-lg:sm:even:pl-8 lg:py-2 lg:not-first:pl-8 lg:not-last:pr-8"
        >
          <Icon aria-hidden className="size-7 text-brass" strokeWidth={1.25} />
          <h3 className="display mt-6 text-xl">{title}</h3>
          <p className="mt-3 text-sm text-quiet">{text}</p>
        </li>
      ))}
    </ul>
  )
}
