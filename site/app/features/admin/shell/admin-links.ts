import {
  Activity,
  BadgeCheck,
  Car,
  Database,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Settings,
  Users,
} from 'lucide-react'

export const ADMIN_LINKS: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/vehicles', label: 'Vehicles', icon: Car },
  { to: '/admin/enquiries', label: 'Enquiries', icon: MessageSquare },
  { to: '/admin/customers', label: 'Customers', icon: Users },
  { to: '/admin/sold-vehicles', label: 'Sold Vehicles', icon: BadgeCheck },
  { to: '/admin/seed-data', label: 'Seed Data', icon: Database },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
  { to: '/admin/status', label: 'System Status', icon: Activity },
]
