import type { User } from '@supabase/auth-js'

export const hasTwoSteps = (user: User | null): boolean =>
  user?.factors?.some(({ status }) => status === 'verified') ?? false
