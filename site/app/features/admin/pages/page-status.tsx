import { Status, type Tone } from '#app/components/ui/badge.tsx'
import { type PageState, stateOf, type WrittenPage } from './page-queries.ts'

const TONES: Record<PageState, Tone> = { Draft: 'quiet', Published: 'success', 'Unpublished changes': 'warning' }

export function PageStatus({ page }: { page: Pick<WrittenPage, 'version' | 'published_version'> }) {
  const state = stateOf(page)
  return <Status tone={TONES[state]}>{state}</Status>
}
