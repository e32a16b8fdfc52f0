import { type CheckboxProps, Tickable } from './checkbox.tsx'

/** A switch takes effect at once, unlike a checkbox, which waits for a save button. */
export const Switch = (props: CheckboxProps) => <Tickable look="switch" {...props} role="switch" />
