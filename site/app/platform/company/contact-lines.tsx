import { Fragment } from 'react'
import type { CompanySettings } from './company-settings.ts'

export const emailsOf = ({ companyEmail, companyEmail2 }: CompanySettings): string[] =>
  [...new Set([companyEmail, companyEmail2])].filter(Boolean)

export const phonesOf = ({ companyPhone, companyPhone2 }: CompanySettings): string[] =>
  [...new Set([companyPhone, companyPhone2])].filter(Boolean)

/** The settings write addresses and hours on one line; commas break it. What is not said has no line. */
export const linesOf = (text: string): string[] =>
  text
    .split(',')
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
