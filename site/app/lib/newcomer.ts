// Who has just written to the dealer as a guest and now wants an account. It travels in the history entry: a name and an
// e-mail address do not belong in the address, where servers and other sites read them.

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
