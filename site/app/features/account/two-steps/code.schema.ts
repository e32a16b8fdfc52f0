import { z } from '#app/lib/zod.ts'

/** Apps show the six digits in two groups, and people copy the space between them. */
export const codeSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits that your app shows')),
})
export type CodeValues = z.infer<typeof codeSchema>
