import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { DatePicker } from '#app/components/ui/date-picker.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { londonDate } from '#app/lib/dates.ts'
import type { VisitTime } from '#supabase/functions/_shared/visit.ts'
import { DayTimes } from './day-times.tsx'
import { type Diary, daysWith, freeDays, freeSlots, lastBookableDate } from './slots.ts'
import type { TestDriveValues } from './test-drive.schema.ts'

const DAYS_AT_A_TIME = 5

interface ScheduleFieldsProps {
  /** Null while loading. */
  diary: Diary | null
  onChoose(visit: VisitTime): void
}

/** The days with free times, from today or from the date that the visitor has chosen. */
export function ScheduleFields({ diary, onChoose }: ScheduleFieldsProps) {
  const { control, watch, setValue, clearErrors, formState } = useFormContext<TestDriveValues>()
  const [date, time] = watch(['date', 'time'])
  const [from, setFrom] = useState('')
  const [most, setMost] = useState(DAYS_AT_A_TIME)
  if (!diary) return <Skeleton className="h-120" />

  const today = londonDate(diary.now)
  const chooseDate = (chosen: string) => {
    setFrom(chosen)
    setMost(DAYS_AT_A_TIME)
    setValue('date', chosen, { shouldDirty: true })
    setValue('time', '')
    clearErrors(['date', 'time'])
  }
  const days = from ? freeDays(from, most + 1, diary) : daysWith(date, today, most, diary)

  return (
    <>
      <Controller
        control={control}
        name="date"
        render={({ field, fieldState }) => (
          <Field label="Preferred date" required error={fieldState.error?.message}>
            <DatePicker
              value={field.value}
              onValueChange={chooseDate}
              min={today}
              max={lastBookableDate(diary.now)}
              isDisabled={(day) => freeSlots(day, diary).length === 0}
            />
          </Field>
        )}
      />
      <DayTimes
        days={days.slice(0, most)}
        value={{ date, time }}
        onChoose={onChoose}
        onMore={days.length > most ? () => setMost(most + DAYS_AT_A_TIME) : undefined}
        error={formState.errors.time?.message}
      />
    </>
  )
}
