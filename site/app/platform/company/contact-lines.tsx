import { Fragment } from 'react'
import type { CompanySettings } from './company-settings.ts'

export const phonesOf = ({ companyPhone, companyPhone2 }: CompanySettings): string[] =>
  [...new Set([companyPhone, companyPhone2])].filter(Boolean)

/** Addresses and opening hours are shown with a break at each comma. Empty lines are omitted. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter(Boolean)

export function Lines({ text }: { text: string }) {
  return linesOf(text).map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}
