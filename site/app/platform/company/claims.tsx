import {
  BadgeCheck,
  Gem,
  Handshake,
  Heart,
  type LucideIcon,
  ReceiptText,
  ShieldCheck,
  Star,
  Truck,
  Wallet,
  Wrench,
} from 'lucide-react'
import type { CLAIM_ICONS } from '#supabase/functions/_shared/default-content.ts'

const ICONS: Record<keyof typeof CLAIM_ICONS, LucideIcon> = {
  shield: ShieldCheck,
  badge: BadgeCheck,
  gem: Gem,
  handshake: Handshake,
  heart: Heart,
  receipt: ReceiptText,
  star: Star,
  truck: Truck,
  wallet: Wallet,
  wrench: Wrench,
}

export interface Claim {
  title: string
  text: string
  icon: string
}

/** The icon for a row, with a fallback for an unknown name. */
export function ClaimIcon({ icon }: { icon: string }) {
  const Icon = Object.hasOwn(ICONS, icon) ? ICONS[icon as keyof typeof ICONS] : BadgeCheck
  return <Icon aria-hidden className="size-7 text-brass" strokeWidth={1.25} />
}
