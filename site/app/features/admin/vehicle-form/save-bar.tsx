import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import type { useReturnToList } from '#app/features/admin/list/list-place.ts'

interface SaveBarProps {
  /** Where Cancel leads. */
  list: ReturnType<typeof useReturnToList>
  /** What the vehicle has and lacks. */
  summary: string
  isNew: boolean
  isSaving: boolean
  isUploading: boolean
}

export const SaveBar = ({ list, summary, isNew, isSaving, isUploading }: SaveBarProps) => (
  <BottomBar className="mt-5 items-center">
    <p className="mr-auto min-w-0 text-quiet text-sm max-sm:text-xs">{summary}</p>
    <ButtonLink {...list} variant="hairline" className="shrink-0 max-sm:px-4">
      Cancel
    </ButtonLink>
    <Button type="submit" className="shrink-0 whitespace-nowrap max-sm:px-4" loading={isSaving} disabled={isUploading}>
      {isNew ? 'Add vehicle' : 'Update vehicle'}
    </Button>
  </BottomBar>
)
