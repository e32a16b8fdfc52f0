import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { CodeInput } from '#app/components/ui/code-input.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
import { type CodeValues, codeSchema } from './code.schema.ts'
import { codeProblem, wrongCodeMessage } from './code-words.ts'

interface CodeFormProps {
  /** Names the form for those who hear it. */
  label: string
  hint?: ReactNode
  id?: string
  /** Resolves with what went wrong, or null. */
  onCode(code: string): Promise<Error | null>
  /** The buttons. */
  children: (isSubmitting: boolean) => ReactNode
}

/** Asks for the six digits of the authenticator app. */
export function CodeForm({ label, hint, id, onCode, children }: CodeFormProps) {
  const form = useForm<CodeValues>({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem } = useFormProblem()

  async function submit({ code }: CodeValues) {
    setProblem(null)
    const error = await onCode(code).catch((failure: Error) => failure)
    if (!error) return
    const wrong = wrongCodeMessage(error)
    if (!wrong) return setProblem(codeProblem(error))
    // A code works once: what stands there is of no more use.
    form.resetField('code')
    form.setError('code', { message: wrong }, { shouldFocus: true })
  }

  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)} aria-label={label}>
      <Field label="Code" required error={errors.code?.message} hint={hint}>
        <CodeInput {...form.register('code')} />
      </Field>
      <FormProblem problem={problem} />
      {children(isSubmitting)}
    </form>
  )
}
