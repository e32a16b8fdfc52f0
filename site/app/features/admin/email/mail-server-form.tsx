import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useUnkeptTab } from '#app/features/admin/settings/unsaved-tabs.tsx'
import { z } from '#app/lib/zod.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { mailServerForm, type MailServerForm as Values } from '#supabase/functions/_shared/mail-server.ts'
import { connectMailServer, type MailServer } from './mail-server-queries.ts'
import { problemInWords } from './mail-server-words.ts'

const Schema = mailServerForm(z)
const EMPTY: Values = { host: '', port: 587, username: '', password: '', from: '' }

/** The stored server. Its password never leaves the server, so the field starts empty. */
const valuesOf = (server: MailServer): Values => {
  if (server.source !== 'stored') return EMPTY
  const { host, port, username, from } = server
  return { host, port, username, from, password: '' }
}

interface MailServerFormProps {
  server: MailServer
  onConnected(): void
}

/** The details that every email provider lists under "SMTP". */
export function MailServerForm({ server, onConnected }: MailServerFormProps) {
  const form = useForm<Values>({ resolver: zodResolver(Schema), defaultValues: valuesOf(server) })
  const { errors, isDirty } = form.formState
  useUnkeptTab('email', isDirty)
  const client = useQueryClient()
  const { user } = useSession()
  const { companyEmail } = useCompany()
  const connecting = useMutation({
    mutationFn: connectMailServer,
    onSuccess: async (problem) => {
      if (problem) {
        const { field, message } = problemInWords(problem)
        return form.setError(field ?? 'root', { message }, { shouldFocus: true })
      }
      toast.success(`Email is connected. We’ve sent a test email to ${user?.email}.`)
      for (const queryKey of [['mail-server'], ['site-status'], ['first-steps'], ['status']])
        await client.invalidateQueries({ queryKey })
      onConnected()
    },
    onError: () => form.setError('root', { message: 'Something went wrong on our side. Please try again.' }),
  })
  const isReadable = server.source === 'stored' && server.isReadable

  return (
    <form
      noValidate
      aria-label="Mail server"
      className="grid gap-5 sm:grid-cols-2"
      onSubmit={form.handleSubmit((values) => connecting.mutate(values))}
    >
      <Field label="Server" required hint="For example smtp.example.com" error={errors.host?.message}>
        <Input {...form.register('host')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Port" required hint="Usually 587 or 465" error={errors.port?.message}>
        <Input {...form.register('port', { valueAsNumber: true })} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field label="User name" hint="Often your email address" error={errors.username?.message}>
        <Input {...form.register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field
        label="Password"
        hint={isReadable ? 'Leave empty to keep the current one' : 'Stored encrypted, and never shown again'}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Field
        label="Send from"
        optional
        className="sm:col-span-2"
        hint={companyEmail ? `If empty, emails are sent from ${companyEmail}` : undefined}
        error={errors.from?.message}
      >
        <Input {...form.register('from')} type="email" inputMode="email" autoComplete="off" />
      </Field>
      {errors.root && (
        <Alert tone="danger" className="sm:col-span-2">
          {errors.root.message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
        <Button type="submit" loading={connecting.isPending}>
          {connecting.isPending ? 'Sending a test email…' : 'Connect'}
        </Button>
        <p className="text-quiet text-sm">We’ll send a test email to {user?.email} first.</p>
      </div>
    </form>
  )
}
