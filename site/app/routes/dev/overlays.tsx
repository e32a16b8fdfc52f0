import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#app/components/ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import { Sheet } from '#app/components/ui/sheet.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { Group, Specimen } from './specimen.tsx'

type Overlay = 'dialog' | 'confirm' | 'right' | 'bottom' | null

export function Overlays() {
  const [shown, setShown] = useState<Overlay>(null)
  const wire = (which: Overlay) => ({
    open: shown === which,
    onOpenChange: (open: boolean) => setShown(open ? which : null),
  })
  return (
    <Group title="Overlays">
      <Specimen name="Dialog, Sheet, Menu, Toast">
        <Button variant="hairline" onClick={() => setShown('dialog')}>
          Dialog
        </Button>
        <Button variant="hairline" onClick={() => setShown('confirm')}>
          Confirm
        </Button>
        <Button variant="hairline" onClick={() => setShown('right')}>
          Sheet from the right
        </Button>
        <Button variant="hairline" onClick={() => setShown('bottom')}>
          Sheet from below
        </Button>
        <Menu trigger={<Button variant="hairline">Menu</Button>}>
          <MenuItem>Edit Details</MenuItem>
          <MenuItem>Reset Password</MenuItem>
          <MenuSeparator />
          <MenuItem danger>Disable</MenuItem>
        </Menu>
        <Button variant="hairline" onClick={() => toast.success('Vehicle saved successfully')}>
          Toast
        </Button>
        <Button variant="hairline" onClick={() => toast.error('Failed to save vehicle')}>
          Error toast
        </Button>
      </Specimen>
      <Dialog
        {...wire('dialog')}
        title="Edit customer"
        description="Changes take effect at once."
        footer={<Button onClick={() => setShown(null)}>Save</Button>}
      >
        <p>A dialog can hold any content. Long content scrolls inside it.</p>
      </Dialog>
      <ConfirmDialog
        {...wire('confirm')}
        danger
        title="Delete Vehicle"
        description="Are you sure? This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={() => setShown(null)}
      />
      <Sheet {...wire('right')} title="From the right">
        <p>Press Escape, use the close button or click outside to close this.</p>
      </Sheet>
      <Sheet {...wire('bottom')} title="From below" side="bottom" footer={<Button wide>Search</Button>}>
        <p>For filters on a phone.</p>
      </Sheet>
    </Group>
  )
}
