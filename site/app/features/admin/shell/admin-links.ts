import {
  Activity,
  BadgeCheck,
  Car,
  ContactRound,
  Database,
  IdCard,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  MessageSquare,
  Settings,
  Users,
} from 'lucide-react'
import { browserBackend } from '#app/lib/backend-address.ts'

interface AdminLink {
  to: string
  label: string
  icon: LucideIcon
  /** Hidden from sales staff, to whom the database would refuse the screen's data. */
  isForAdmins?: boolean
  /** Hidden on a hosted project, where nothing fills the screen. */
  needsOwnServer?: boolean
}

const ADMIN_LINKS: readonly AdminLink[] = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/vehicles', label: 'Vehicles', icon: Car },
  { to: '/admin/enquiries', label: 'Enquiries', icon: MessageSquare },
  { to: '/admin/people', label: 'People', icon: ContactRound },
  { to: '/admin/customers', label: 'Customers', icon: Users, isForAdmins: true },
  { to: '/admin/sold-vehicles', label: 'Sold Vehicles', icon: BadgeCheck },
  { to: '/admin/what-to-buy', label: 'What to buy', icon: Lightbulb, needsOwnServer: true },
  { to: '/admin/staff', label: 'Staff', icon: IdCard, isForAdmins: true },
  { to: '/admin/seed-data', label: 'Seed Data', icon: Database, isForAdmins: true },
  { to: '/admin/settings', label: 'Settings', icon: Settings, isForAdmins: true },
  { to: '/admin/status', label: 'System Status', icon: Activity, isForAdmins: true },
]

const isHosted = () => typeof window !== 'undefined' && browserBackend().url !== window.location.origin

export const linksFor = (isAdmin: boolean) =>
  ADMIN_LINKS.filter((link) => (isAdmin || !link.isForAdmins) && !(link.needsOwnServer && isHosted()))

/** Whether only admins may open this screen. */
export const isAdminScreen = (pathname: string) =>
  ADMIN_LINKS.some(({ to, isForAdmins }) => isForAdmins && (pathname === to || pathname.startsWith(`${to}/`)))
