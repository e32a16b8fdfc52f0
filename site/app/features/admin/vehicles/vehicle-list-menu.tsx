import { FileSpreadsheet, MoreHorizontal, Tags } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Menu, MenuItem } from '#app/components/ui/menu.tsx'
import { ExportDialog, type ExportDialogProps } from './export-dialog.tsx'

const ICON = { 'aria-hidden': true, strokeWidth: 1.5 }

/** What can be done with the whole list. */
export function VehicleListMenu(list: Omit<ExportDialogProps, 'onClose'>) {
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Button variant="hairline" size="icon" aria-label="List actions">
            <MoreHorizontal {...ICON} />
          </Button>
        }
      >
        <MenuItem asChild>
          <PathLink to="/admin/makes">
            <Tags {...ICON} /> Makes and models
          </PathLink>
        </MenuItem>
        <MenuItem onSelect={() => setExporting(true)}>
          <FileSpreadsheet {...ICON} /> Export as CSV
        </MenuItem>
      </Menu>
      {isExporting && <ExportDialog {...list} onClose={() => setExporting(false)} />}
    </>
  )
}
