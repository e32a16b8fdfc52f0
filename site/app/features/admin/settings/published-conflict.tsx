import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { useSession } from '#app/platform/session/session.tsx'
import type { Published } from './published-queries.ts'
import type { SavingConflict } from './use-saving.ts'

export function PublishedConflict({ conflict: { theirs, ...conflict } }: { conflict: SavingConflict<Published> }) {
  const userId = useSession().user?.id
  const [newest] = theirs.versions
  const isOwn = newest !== undefined && newest.publisherId === userId
  const when = newest ? ` on ${formatDate(newest.publishedAt)} at ${formatTime(newest.publishedAt)}` : ''
  return (
    <ConflictDialog
      isOwn={isOwn}
      title={isOwn ? 'You published a newer version elsewhere' : 'Someone else has published a newer version'}
      saved={`${isOwn ? 'You' : (newest?.publishedBy ?? 'Someone')} published${when}`}
      {...conflict}
    />
  )
}
