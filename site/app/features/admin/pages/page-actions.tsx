import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { deletePage, unpublishPage, type WrittenPage } from './page-queries.ts'
import { PageStatus } from './page-status.tsx'

interface PageActionsProps {
  page: WrittenPage
  /** Unsaved edits would be lost. */
  isDirty: boolean
  onChanged(page: WrittenPage): void
  onDeleted(): void
}

/** Whether the page is published, and what can be done about it. */
export function PageActions({ page, isDirty, onChanged, onDeleted }: PageActionsProps) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const [isUnpublishing, setUnpublishing] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: ['pages', 'list'] })
  const unpublishing = useMutation({
    mutationFn: () => unpublishPage(page.id),
    onSuccess: (now) => {
      onChanged(now)
      toast.success('Page unpublished')
      void refresh()
    },
    onError: () => toast.error('Failed to unpublish the page'),
  })
  const deleting = useMutation({
    mutationFn: () => deletePage(page.id),
    onSuccess: async () => {
      toast.success('Page deleted')
      await refresh()
      onDeleted()
    },
    onError: () => toast.error('Failed to delete the page'),
  })
  const isPublished = page.published_version !== null
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-b pb-4 text-sm">
      <PageStatus page={page} />
      {page.published_path && (
        <PathLink to={page.published_path} target="_blank" className="text-link">
          View on your site<span className="sr-only"> (opens in a new tab)</span>
        </PathLink>
      )}
      <span className="ml-auto flex gap-2">
        {isPublished && (
          <Button
            type="button"
            size="sm"
            variant="hairline"
            disabled={isDirty}
            loading={unpublishing.isPending}
            onClick={() => setUnpublishing(true)}
          >
            Unpublish
          </Button>
        )}
        <Button
          type="button"
          size="sm"
          variant="hairline"
          loading={deleting.isPending}
          onClick={() => setDeleting(true)}
        >
          Delete
        </Button>
      </span>
      <ConfirmDialog
        open={isUnpublishing}
        onOpenChange={setUnpublishing}
        title="Unpublish this page?"
        description="Visitors will no longer see it. Your text stays here as a draft."
        cancelLabel="Cancel"
        confirmLabel="Unpublish"
        onConfirm={() => {
          setUnpublishing(false)
          unpublishing.mutate()
        }}
      />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete “${page.title}”?`}
        description="If it’s published, it’s removed from your site too. This can’t be undone."
        cancelLabel="Cancel"
        confirmLabel="Delete"
        danger
        onConfirm={() => {
          setDeleting(false)
          deleting.mutate()
        }}
      />
    </div>
  )
}
