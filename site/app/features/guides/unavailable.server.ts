import { data } from 'react-router'

export function unavailable(error: unknown): never {
  console.error('The guides could not be read:', error)
  throw data(null, { status: 503 })
}
