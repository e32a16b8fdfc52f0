import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { CodeInput } from '#app/components/ui/code-input.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
import { hasRecoveryCodes } from '#app/platform/session/second-step.ts'
import { type CodeValues, codeSchema, recoveryCodeSchema } from './code.schema.ts'
import { type CodeKind, codeProblem, wrongCodeMessage } from './code-words.ts'

interface CodeFormProps {
  /** The form's name for screen readers. */
  label: string
  hint?: ReactNode
  id?: string
  /** Whether a recovery code is accepted too. */
  takesRecoveryCode?: boolean
  /** Whether to focus the field immediately, for when this form replaces another. */
  isFocused?: boolean
  /** Called when the user switches between the app and a recovery code. */
  onKind?(kind: CodeKind): void
  /** Resolves to the error, or null on success. */
  onCode(code: string): Promise<Error | null>
  /** The buttons. */
  children: (isSubmitting: boolean) => ReactNode
}

/** Asks for the six digits from the authenticator app, or for a recovery code if that is accepted. */
export function CodeForm(props: CodeFormProps) {
  const { label, hint, id, takesRecoveryCode = false, isFocused = false, onKind, onCode, children } = props
  const [kind, setKind] = useState<CodeKind>('app')
  const isRecovery = kind === 'recovery'
  const form = useForm<CodeValues>({
    resolver: zodResolver(isRecovery ? recoveryCodeSchema : codeSchema),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem } = useFormProblem()
  const { setFocus } = form
  useEffect(() => {
    if (isFocused) setFocus('code')
  }, [isFocused, setFocus])

  async function submit({ code }: CodeValues) {
    setProblem(null)
    const error = await onCode(code).catch((failure: Error) => failure)
    if (!error) return
    const wrong = wrongCodeMessage(error, kind)
    if (!wrong) return setProblem(codeProblem(error))
    // A code works only once, so the one just typed cannot be used again.
    form.resetField('code')
    form.setError('code', { message: wrong }, { shouldFocus: true })
  }

  function switchKind() {
    const next = isRecovery ? 'app' : 'recovery'
    setKind(next)
    onKind?.(next)
    setProblem(null)
    form.resetField('code')
    setFocus('code')
  }

  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)} aria-label={label}>
      <div className="grid justify-items-start gap-2">
        <Field
          label={isRecovery ? 'Recovery code' : 'Code'}
          required
          className="w-full"
          error={errors.code?.message}
          hint={isRecovery ? 'Enter one of the recovery codes you saved. Each code can be used only once.' : hint}
        >
          <CodeInput
            {...form.register('code')}
            {...(isRecovery && { inputMode: 'text', autoComplete: 'off', maxLength: 20 })}
          />
        </Field>
        {takesRecoveryCode && hasRecoveryCodes() && (
          <Button variant="quiet" size="sm" className="-ml-3.5" disabled={isSubmitting} onClick={switchKind}>
            {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
          </Button>
        )}
      </div>
      <FormProblem problem={problem} />
      {children(isSubmitting)}
    </form>
  )
}
