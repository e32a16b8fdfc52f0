import { Fragment } from 'react'

/** An email address that breaks at its dots and its @ where it does not fit, rather than in the middle of a word. */
export const EmailText = ({ children }: { children: string }) =>
  children.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and never move
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
