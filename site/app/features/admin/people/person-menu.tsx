import { Download, FileSpreadsheet, Merge, MoreHorizontal, Trash2 } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx'
import type { ExportFormat } from './use-person-actions.ts'

interface PersonMenuProps {
  isAdmin: boolean
  onMerge(): void
  onExport(format: ExportFormat): void
  onErase(): void
}

/** The database refuses sales staff what the menu hides from them. */
export const PersonMenu = ({ isAdmin, onMerge, onExport, onErase }: PersonMenuProps) => (
  <Menu
    trigger={
      <Button variant="hairline" size="icon" aria-label="More actions">
        <MoreHorizontal aria-hidden strokeWidth={1.5} />
      </Button>
    }
  >
    <MenuItem onSelect={onMerge}>
      <Merge aria-hidden strokeWidth={1.5} /> Merge with…
    </MenuItem>
    {isAdmin && (
      <>
        <MenuItem onSelect={() => onExport('json')}>
          <Download aria-hidden strokeWidth={1.5} /> Export as JSON
        </MenuItem>
        <MenuItem onSelect={() => onExport('csv')}>
          <FileSpreadsheet aria-hidden strokeWidth={1.5} /> Export as CSV
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={onErase}>
          <Trash2 aria-hidden strokeWidth={1.5} /> Erase
        </MenuItem>
      </>
    )}
  </Menu>
)
