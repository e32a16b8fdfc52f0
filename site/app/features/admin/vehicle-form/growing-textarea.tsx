import type { ComponentProps } from 'react'
import { Textarea } from '#app/components/ui/field.tsx'

interface GrowingTextareaProps extends ComponentProps<typeof Textarea> {
  /** The current value. */
  text: string
}

/**
 * A textarea that grows with its text: a hidden copy in the same grid cell sets the height. Not every browser supports
 * `field-sizing`.
 */
export function GrowingTextarea({ text, ...rest }: GrowingTextareaProps) {
  return (
    <div className="grid *:[grid-area:1/1]">
      <Textarea {...rest} className="resize-none! overflow-hidden" />
      <div aria-hidden className="field-control invisible whitespace-pre-wrap break-words">
        {/* The space gives an empty last line its height. */}
        {`${text} `}
      </div>
    </div>
  )
}
