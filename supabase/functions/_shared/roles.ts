/** The roles that work in the back office, as in public.user_roles. Everyone else is a customer, with the role `user`. */
export const STAFF_ROLES = ['admin', 'sales'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]
export type Role = StaffRole | 'user'
