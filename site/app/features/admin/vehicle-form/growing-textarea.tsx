import type { ComponentProps } from 'react'
import { Textarea } from '#app/components/ui/field.tsx'

interface GrowingTextareaProps extends ComponentProps<typeof Textarea> {
  /** What it holds now. */
  text: string
}

/** As tall as its text: an unseen copy of it, in the same place, makes the room. Not every browser has `field-sizing`. */
export function GrowingTextarea({ text, ...rest }: GrowingTextareaProps) {
  return (
    <div className="grid *:[grid-area:1/1]">
      <Textarea {...rest} className="resize-none! overflow-hidden" />
      <div aria-hidden className="field-control invisible whitespace-pre-wrap break-words">
        {/* A line that has only begun is a line, too. */}
        {`${text} `}
      </div>
    </div>
  )
}
