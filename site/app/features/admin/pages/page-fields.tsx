import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { toSlug } from '#app/lib/slug.ts'
import { MARKDOWN_HINT, PLACEHOLDERS_HINT } from '#supabase/functions/_shared/default-content.ts'
import { guidePath } from '#supabase/functions/_shared/page-paths.ts'
import { PAGE_KINDS, type PageValues } from './page.schema.ts'

export function PageFields({ form, isNew }: { form: UseFormReturn<PageValues>; isNew: boolean }) {
  const { register, setValue, watch, formState } = form
  const { errors } = formState
  const isGuide = watch('kind') === 'guide'
  // The address of a new guide follows its title until it is typed.
  const [isTyped, setTyped] = useState(!isNew)
  const title = register('title')
  return (
    <>
      {isNew && (
        <Field label="Type of page">
          <Select
            options={PAGE_KINDS}
            {...register('kind', {
              onChange: () => {
                setTyped(false)
                setValue('address', '')
              },
            })}
          />
        </Field>
      )}
      <Field label={isGuide ? 'Title' : 'Heading'} required error={errors.title?.message}>
        <Input
          {...title}
          onChange={(event) => {
            void title.onChange(event)
            if (isGuide && isNew && !isTyped)
              setValue('address', toSlug(event.target.value), {
                shouldDirty: true,
                shouldValidate: formState.isSubmitted,
              })
          }}
        />
      </Field>
      <Field
        label="Web address"
        required
        error={errors.address?.message}
        hint={
          isGuide
            ? `The page is at ${guidePath(watch('address'))} on your site.${isNew ? '' : ' If you change it, links to the old address stop working.'}`
            : 'Paste the address of your site’s page for a make, model, body type, fuel or price. Your text appears below the cars.'
        }
      >
        <Input autoCapitalize="none" spellCheck={false} {...register('address', { onChange: () => setTyped(true) })} />
      </Field>
      <Field
        label="Summary"
        optional
        error={errors.summary?.message}
        hint={
          isGuide
            ? 'One or two sentences for the list of guides and for search engines.'
            : 'One or two sentences for search engines. If you leave this empty, we use a sentence about your stock.'
        }
      >
        <Textarea rows={2} {...register('summary')} />
      </Field>
      <Field label="Text" error={errors.body?.message} hint={`${MARKDOWN_HINT} ${PLACEHOLDERS_HINT}`}>
        <Textarea rows={18} {...register('body')} />
      </Field>
    </>
  )
}
