import { Fragment } from 'react'
import type { CompanySettings } from './company-settings.ts'

/** tel: wants digits; people write spaces and brackets. */
export const telHref = (phone: string): string => `tel:${phone.replace(/\(0\)|[^\d+]/g, '')}`

export const emailsOf = ({ companyEmail, companyEmail2 }: CompanySettings): string[] =>
  [...new Set([companyEmail, companyEmail2])].filter(Boolean)

export const phonesOf = ({ companyPhone, companyPhone2 }: CompanySettings): string[] =>
  [...new Set([companyPhone, companyPhone2])].filter(Boolean)

/** The settings write addresses and hours on one line; commas break it. */
export function Lines({ text }: { text: string }) {
  const lines = text.split(',').map((line) => line.trim())
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}
