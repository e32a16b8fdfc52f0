import { DraftNotice } from '#app/features/admin/drafts/draft-notice.tsx'

interface SettingsDraftNoticeProps {
  /** Undefined if there is no draft. */
  savedAt: string | undefined
  onRestore(): void
  onDiscard(): void
}

export const SettingsDraftNotice = ({ savedAt, ...actions }: SettingsDraftNoticeProps) =>
  savedAt !== undefined && <DraftNotice savedAt={savedAt} className="max-w-3xl" {...actions} />
