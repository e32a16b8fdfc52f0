import { Controller, useFormContext } from 'react-hook-form'
import { DatePicker } from '#app/components/ui/date-picker.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { formatLongDate, londonDate } from '#app/lib/dates.ts'
import type { OpeningHours } from '#app/platform/company/opening-hours.ts'
import { SlotPicker } from './slot-picker.tsx'
import { isDayOver, lastBookableDate, type Slot, slotState } from './slots.ts'
import type { TestDriveValues } from './test-drive.schema.ts'

interface ScheduleFieldsProps {
  openingHours: OpeningHours | null
  taken: readonly string[] | null
}

export function ScheduleFields({ openingHours, taken }: ScheduleFieldsProps) {
  const { control, watch, setValue, clearErrors } = useFormContext<TestDriveValues>()
  const date = watch('date')
  const now = new Date()
  const chooseDate = (chosen: string) => {
    setValue('date', chosen, { shouldDirty: true })
    // The available times differ from day to day.
    setValue('time', '')
    clearErrors(['date', 'time'])
  }
  const stateOf = taken && date ? (slot: Slot) => slotState(slot, taken, { date, openingHours, now }) : null

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
              min={londonDate(now)}
              max={lastBookableDate(now)}
              isDisabled={(day) => isDayOver({ date: day, openingHours, now })}
            />
          </Field>
        )}
      />
      {date ? (
        <Controller
          control={control}
          name="time"
          render={({ field, fieldState }) => (
            <SlotPicker
              value={field.value}
              onValueChange={(slot) => setValue('time', slot, { shouldDirty: true, shouldValidate: true })}
              stateOf={stateOf}
              hint={`Times for ${formatLongDate(date)}. Please allow about an hour.`}
              error={fieldState.error?.message}
            />
          )}
        />
      ) : (
        <p className="border-l-2 border-hairline py-1 pl-4 text-sm text-quiet">
          Choose a date to see the available times.
        </p>
      )}
    </>
  )
}
