import { z } from '#app/lib/zod.ts'

const APP_CODE = /^\d{6}$/
const RECOVERY_CODE = /^[A-Z0-9]{10}$/

const code = (shape: RegExp, message: string) =>
  z.object({
    code: z
      .string()
      .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
      .pipe(z.string().regex(shape, message)),
  })

/** Apps show the six digits in two groups, so a copied code may contain a space. */
export const codeSchema = code(APP_CODE, 'Please enter the six digits shown in your app')
export const recoveryCodeSchema = code(
  RECOVERY_CODE,
  'Please enter one of your recovery codes, for example ABCDE-FGH23',
)
export type CodeValues = z.infer<typeof codeSchema>
