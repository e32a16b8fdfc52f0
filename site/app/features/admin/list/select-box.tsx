import { Checkbox } from '#app/components/ui/checkbox.tsx'
import type { Selection } from './use-selection.ts'

interface SelectBoxProps<Row> {
  selection: Selection<Row>
  row: Row
  label: string
}

/** Selects a row. With Shift, selects every row from the last one that was pressed, by mouse or with the space bar. */
export function SelectBox<Row>({ selection, row, label }: SelectBoxProps<Row>) {
  return (
    <Checkbox
      aria-label={label}
      checked={selection.isSelected(row)}
      onMouseDown={(event) => {
        // Shift would also select the text in between.
        if (!event.shiftKey) return
        event.preventDefault()
        event.currentTarget.focus()
      }}
      onChange={({ nativeEvent }) => selection.toggle(row, (nativeEvent as PointerEvent).shiftKey)}
    />
  )
}

export function SelectAllBox<Row>({ selection, rows }: { selection: Selection<Row>; rows: Row[] }) {
  const count = selection.selected.length
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={count > 0 && count === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length
      }}
      onChange={selection.toggleAll}
    />
  )
}
