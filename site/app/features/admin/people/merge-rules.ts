const DAY_MS = 86_400_000

/** Whether undo_merge still accepts the merge. */
export const canUndo = (mergedAt: string | null, now = Date.now()) =>
  mergedAt !== null && now - Date.parse(mergedAt) < DAY_MS
