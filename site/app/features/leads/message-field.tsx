import { useFormContext } from 'react-hook-form'
import { Field, Textarea } from '#app/components/ui/field.tsx'

interface MessageFieldProps {
  rows: number
  optional?: boolean
}

export function MessageField({ rows, optional }: MessageFieldProps) {
  const { register, formState } = useFormContext<{ message: string }>()
  return (
    <Field label="Message" required={!optional} optional={optional} error={formState.errors.message?.message}>
      <Textarea {...register('message')} rows={rows} />
    </Field>
  )
}
