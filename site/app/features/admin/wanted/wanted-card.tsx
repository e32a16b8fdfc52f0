import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/money.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import type { WantedRow } from './wanted-queries.ts'
import { wantedInWords } from './wanted-words.ts'

/** More are shown on request. */
const SHOWN = 10

interface WantedCardProps {
  title: string
  note: string
  /** What is counted, as in "three searches". */
  noun: { one: string; many: string }
  /** The heading of the numbers. */
  total: string
  rows: WantedRow[]
  /** The Mondays of the weeks, the oldest first. */
  mondays: string[]
}

export function WantedCard({ title, note, noun, total, rows, mondays }: WantedCardProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, SHOWN)
  return (
    <Card className="px-3 py-4 sm:px-5">
      <h2 className="display text-2xl">{title}</h2>
      <p className="mt-1 text-quiet text-sm">{note}</p>
      {rows.length === 0 ? (
        <p className="mt-4 border-hairline border-t pt-4 text-quiet text-sm">
          Nothing to show yet. Each entry needs at least three {noun.many}.
        </p>
      ) : (
        <Table label={title} className={`mt-2 ${DENSE}`}>
          <TableHead>
            <TableRow>
              <TableHeader>Wanted</TableHeader>
              <TableHeader className="max-sm:hidden">By week</TableHeader>
              <TableHeader numeric>{total}</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map(({ wanted, times, weeks }) => (
              <TableRow key={JSON.stringify(wanted)}>
                <TableCell className="w-full wrap-anywhere">
                  {wantedInWords(wanted)}
                  <div className="mt-2 sm:hidden">
                    <Weeks weeks={weeks} mondays={mondays} noun={noun} />
                  </div>
                </TableCell>
                <TableCell className="max-sm:hidden">
                  <Weeks weeks={weeks} mondays={mondays} noun={noun} />
                </TableCell>
                <TableCell numeric>{formatNumber(times)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {rows.length > shown.length && (
        <Button variant="hairline" className="mt-4" onClick={() => setIsWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </Card>
  )
}

const MAX_HEIGHT = 24

/** A bar for each week with at least three. */
function Weeks({ weeks, mondays, noun }: Pick<WantedRow, 'weeks'> & Pick<WantedCardProps, 'mondays' | 'noun'>) {
  const most = Math.max(1, ...Object.values(weeks))
  return (
    <ul className="flex items-end gap-1" style={{ height: MAX_HEIGHT }}>
      {mondays.map((monday) => {
        const count = weeks[monday]
        if (count === undefined) return <li key={monday} aria-hidden className="h-px w-2 bg-hairline" />
        const text = `Week of ${formatLongDate(`${monday}T12:00:00Z`)}: ${pluralise(count, noun.one, noun.many)}`
        return (
          <li
            key={monday}
            title={text}
            className="w-2 bg-brass"
            style={{ height: Math.max(3, Math.round((count / most) * MAX_HEIGHT)) }}
          >
            <span className="sr-only">{text}</span>
          </li>
        )
      })}
    </ul>
  )
}
