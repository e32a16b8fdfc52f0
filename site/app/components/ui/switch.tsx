import { type CheckboxProps, Tickable } from './checkbox.tsx'

/** On or off at once, where a checkbox would wait for a save button. */
export const Switch = (props: CheckboxProps) => <Tickable look="switch" {...props} role="switch" />
