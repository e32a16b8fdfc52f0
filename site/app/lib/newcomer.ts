// Prefills the registration form for a guest who has just sent another form. The details are kept in the history entry,
// because a name and an email address do not belong in the URL, where servers and other sites could read them.

export interface Newcomer {
  name: string
  email: string
}

export const asNewcomer = ({ name, email }: Newcomer) => ({ newcomer: { name, email } })

export function newcomerOf(state: unknown): Newcomer | null {
  const newcomer = (state as { newcomer?: Partial<Newcomer> } | null)?.newcomer
  if (typeof newcomer?.name !== 'string' || typeof newcomer.email !== 'string') return null
  return { name: newcomer.name, email: newcomer.email }
}
