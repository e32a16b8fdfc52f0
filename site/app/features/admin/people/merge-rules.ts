const DAY_MS = 86_400_000

/** Whether undo_merge still accepts the merge. `mergedAt` is null if the site recognised the person by telephone number. */
export const canUndo = (mergedAt: string | null, now = Date.now()) =>
  mergedAt === null || now - Date.parse(mergedAt) < DAY_MS
