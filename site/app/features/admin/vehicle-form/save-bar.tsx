import { useEffect } from 'react'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'

const HEIGHT = '4.75rem'

interface SaveBarProps {
  isNew: boolean
  isSaving: boolean
  isUploading: boolean
}

/** Stays at the lower edge however long the form is; messages rise above it. */
export function SaveBar({ isNew, isSaving, isUploading }: SaveBarProps) {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--bottom-bar', HEIGHT)
    return () => void style.removeProperty('--bottom-bar')
  }, [])
  return (
    <div className="sticky bottom-0 z-20 mt-5 flex justify-end gap-3 border-hairline border-t bg-page py-4">
      <ButtonLink to="/admin/vehicles" variant="hairline">
        Cancel
      </ButtonLink>
      <Button type="submit" loading={isSaving} disabled={isUploading}>
        {isNew ? 'Add Vehicle' : 'Update Vehicle'}
      </Button>
    </div>
  )
}
