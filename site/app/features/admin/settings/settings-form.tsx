import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Switch } from '#app/components/ui/switch.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { type SettingsValues, settingsSchema } from './settings.schema.ts'
import { saveSettings } from './settings-queries.ts'

const GRID = 'grid gap-x-5 gap-y-5 p-5 sm:grid-cols-2 sm:p-6'

export function SettingsForm({ values }: { values: SettingsValues }) {
  const form = useForm<SettingsValues>({ defaultValues: values, resolver: zodResolver(settingsSchema) })
  const { register, handleSubmit, reset, formState } = form
  const { errors } = formState
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: (_, saved) => {
      reset(saved)
      toast.success('Settings saved successfully')
    },
    onError: () => toast.error('Failed to save settings'),
  })

  return (
    <form noValidate onSubmit={handleSubmit((changed) => saving.mutate(changed))} className="grid max-w-3xl gap-5">
      <Card className={GRID}>
        <h2 className="display text-2xl sm:col-span-2">Company</h2>
        <Field label="Company Name" required error={errors.companyName?.message} className="sm:col-span-2">
          <Input {...register('companyName')} />
        </Field>
        <Field label="Company Email" required error={errors.companyEmail?.message}>
          <Input {...register('companyEmail')} type="email" />
        </Field>
        <Field label="Second Company Email" optional error={errors.companyEmail2?.message}>
          <Input {...register('companyEmail2')} type="email" />
        </Field>
        <Field label="Phone Number" optional error={errors.companyPhone?.message}>
          <Input {...register('companyPhone')} type="tel" />
        </Field>
        <Field label="Second Phone Number" optional error={errors.companyPhone2?.message}>
          <Input {...register('companyPhone2')} type="tel" />
        </Field>
        <Field
          label="Address"
          required
          hint="Commas become line breaks on the contact page."
          error={errors.companyAddress?.message}
        >
          <Textarea {...register('companyAddress')} rows={3} />
        </Field>
        <Field
          label="Opening Hours"
          required
          hint="Test drives are offered within them."
          error={errors.openingHours?.message}
        >
          <Textarea {...register('openingHours')} rows={3} />
        </Field>
      </Card>
      <Card className={GRID}>
        <h2 className="display text-2xl sm:col-span-2">Notifications and checks</h2>
        <Field label="Admin Email for Notifications" required error={errors.adminEmail?.message}>
          <Input {...register('adminEmail')} type="email" />
        </Field>
        <Field
          label="reCAPTCHA Site Key"
          optional
          hint="Without it the built-in check protects the forms."
          error={errors.recaptchaSiteKey?.message}
        >
          <Input {...register('recaptchaSiteKey')} autoComplete="off" />
        </Field>
        <div className="border-hairline border-t pt-4 sm:col-span-2">
          <Switch label="Enable AutoTrader" {...register('enableAutoTrader')} />
          <p className="text-quiet text-sm">Saved vehicles are created, updated and removed on AutoTrader, too.</p>
        </div>
      </Card>
      <div className="flex justify-end">
        <Button type="submit" loading={saving.isPending}>
          Save Settings
        </Button>
      </div>
    </form>
  )
}
