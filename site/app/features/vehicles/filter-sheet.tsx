import { useId } from 'react'
import { Sheet } from '#app/components/ui/sheet.tsx'
import type { useHistoryOpen } from '#app/lib/use-history-open.ts'
import { FilterActions, FilterFields } from './filter-panel.tsx'
import { useDraftCount } from './use-draft-count.ts'
import type { ListingDraft } from './use-listing-draft.ts'
import type { FilterOptions } from './vehicle-queries.ts'

interface FilterSheetProps {
  draft: ListingDraft
  options: FilterOptions
  sheet: ReturnType<typeof useHistoryOpen>
  resetForm: string
}

/** On a phone the list is behind the sheet, so filters apply when the visitor presses Search. */
export function FilterSheet({ draft, options, sheet, resetForm }: FilterSheetProps) {
  const form = useId()
  const count = useDraftCount(draft.filters, sheet.isOpen && draft.isChanged)
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title="Filters"
      side="bottom"
      footer={sheet.isOpen && <FilterActions form={form} resetForm={resetForm} count={count} />}
    >
      {sheet.isOpen && (
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!draft.isChanged) return sheet.close()
            sheet.hide()
            draft.search()
          }}
        >
          <FilterFields filters={draft.filters} options={options} change={(part) => draft.change(part)} />
        </form>
      )}
    </Sheet>
  )
}
