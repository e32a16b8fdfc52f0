import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'

interface SaveBarProps {
  isNew: boolean
  isSaving: boolean
  isUploading: boolean
}

export const SaveBar = ({ isNew, isSaving, isUploading }: SaveBarProps) => (
  <BottomBar className="mt-5">
    <ButtonLink to="/admin/vehicles" variant="hairline">
      Cancel
    </ButtonLink>
    <Button type="submit" loading={isSaving} disabled={isUploading}>
      {isNew ? 'Add vehicle' : 'Update vehicle'}
    </Button>
  </BottomBar>
)
