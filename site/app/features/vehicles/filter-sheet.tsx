import { useId } from 'react'
import { Sheet } from '#app/components/ui/sheet.tsx'
import type { useHistoryOpen } from '#app/lib/use-history-open.ts'
import { FilterActions, FilterFields } from './filter-panel.tsx'
import { MoreFilters } from './more-filters.tsx'
import type { OptionCounts } from './option-counts.ts'
import type { ListingDraft } from './use-listing-draft.ts'
import type { FilterOptions } from './vehicle-queries.ts'

interface FilterSheetProps {
  draft: ListingDraft
  options: FilterOptions
  counts: OptionCounts | null | undefined
  sheet: ReturnType<typeof useHistoryOpen>
  resetForm: string
}

/** On a phone the list is behind the sheet, so filters apply when the visitor presses Search. */
export function FilterSheet({ draft, options, counts, sheet, resetForm }: FilterSheetProps) {
  const form = useId()
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title="Filters"
      side="bottom"
      footer={
        sheet.isOpen && (
          <FilterActions form={form} resetForm={resetForm} count={draft.isChanged ? counts?.total : undefined} />
        )
      }
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
          <FilterFields
            {...{ options, counts }}
            filters={draft.filters}
            change={(part) => draft.change(part)}
            more={MoreFilters}
          />
        </form>
      )}
    </Sheet>
  )
}
