import clsx from 'clsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { addDays, londonDate } from '#app/lib/dates.ts'
import { shortDay, type VisitTime } from '#supabase/functions/_shared/visit.ts'
import { type Diary, freeDays } from './slots.ts'

const TIMES = 4
const TIMES_A_DAY = 2
/** One more than needed, because today may have only one time left. */
const DAYS = 3

const LOADING = ['a', 'b', 'c', 'd'].map((key) => <Skeleton key={key} className="h-11" />)

interface NextFreeTimesProps {
  /** Null while loading. */
  diary: Diary | null
  value: VisitTime
  onChoose(visit: VisitTime): void
}

/** The next times as buttons, for visitors who want to come soon. The full choice is on the Schedule tab. */
export function NextFreeTimes({ diary, value, onChoose }: NextFreeTimesProps) {
  const next = diary
    ? freeDays(londonDate(diary.now), DAYS, diary)
        .flatMap(({ date, slots }) => slots.slice(0, TIMES_A_DAY).map((time) => ({ date, time })))
        .slice(0, TIMES)
    : null
  return (
    <fieldset className="needs-script mb-8">
      <legend className="mb-2 text-sm font-medium">Next free times</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
        {next === null && LOADING}
        {next?.map((visit) => {
          const isChosen = visit.date === value.date && visit.time === value.time
          return (
            <button
              key={`${visit.date} ${visit.time}`}
              type="button"
              aria-pressed={isChosen}
              className={clsx(
                'tabular min-h-11 border px-2 text-sm transition-colors',
                isChosen ? 'border-ink bg-ink text-page' : 'border-control bg-raised hover:border-ink',
              )}
              onClick={() => onChoose(visit)}
            >
              {dayName(visit.date, londonDate(diary?.now))}, {visit.time}
            </button>
          )
        })}
        {next?.length === 0 && <p className="col-span-full min-h-11 text-quiet">There are no free times.</p>}
      </div>
    </fieldset>
  )
}

function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  return date === addDays(today, 1) ? 'Tomorrow' : shortDay(date)
}
