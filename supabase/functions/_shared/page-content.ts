// The dealer's details in texts. Public pages load this file, so the texts of a new site are in default-content.ts.

import type { PLACEHOLDERS } from './default-content.ts'

interface Facts {
  companyName: string
  companyEmail: string
  companyPhone: string
  companyAddress: string
  openingHours: string
  foundedYear: string
}

const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})\b/i

export interface AddressParts {
  street: string
  town?: string
  county?: string
  postcode?: string
}

/** Names that are not also a town's, because nothing else tells a county from a town. */
const COUNTY =
  /^(?:(?:county|co\.?) .+|.+shire|(?:east|west) sussex|greater (?:london|manchester)|tyne (?:and|&) wear|west midlands|isle of wight|cornwall|cumbria|devon|dorset|essex|kent|norfolk|suffolk|surrey|rutland|northumberland|somerset|middlesex|merseyside|cleveland|gwent|dyfed|powys|gwynedd|clwyd|(?:mid |south |west )?glamorgan|fife|angus|moray)$/i
const COUNTRY = /^(?:uk|u\.k\.|united kingdom|great britain|england|scotland|wales|northern ireland)$/i

/** Expects 'Street, Town, County, Postcode', the county if wanted; parts that cannot be recognised stay in `street`. */
export function addressParts(address: string): AddressParts {
  const postcode = POSTCODE.exec(address)?.[1]
  const lines = address
    .replace(postcode ?? '', '')
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter((line) => line && !COUNTRY.test(line))
  const county = lines.length > 2 && COUNTY.test(lines.at(-1) ?? '') ? lines.pop() : undefined
  const town = lines.length > 1 ? lines.pop() : undefined
  return { street: lines.join(', '), town, county, postcode }
}

/** One line for an address or opening hours that were typed or pasted as several. Pages split it at the commas. */
export const tidyLines = (typed: string): string =>
  typed
    .split(/[,\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

/** How the dealer replies, worded to follow "We'll reply". Makes no promise about opening hours that are not known. */
export const replyPromise = (openingHours: string): string =>
  openingHours.trim() ? 'by email, usually during opening hours' : 'by email, as soon as we can'

/**
 * Includes the preposition before the placeholder, so that 'in {town}' disappears as a whole if the town is not known.
 */
const PLACEHOLDER = /( (?:in|at|near|on|since))?( ?)(\{[a-z]+\})/g

/** Replaces the placeholders with the dealer's details, or with nothing if a detail is not known. */
export function fillPlaceholders(text: string, company: Facts): string {
  const facts: Record<(typeof PLACEHOLDERS)[number], string> = {
    '{name}': company.companyName,
    '{town}': addressParts(company.companyAddress).town ?? '',
    '{address}': company.companyAddress,
    '{hours}': company.openingHours.replaceAll('-', ' to '),
    '{phone}': company.companyPhone,
    '{email}': company.companyEmail,
    '{founded}': company.foundedYear,
  }
  return text.replaceAll(PLACEHOLDER, (written, leading = '', space, word) => {
    const fact = facts[word as keyof typeof facts]
    if (fact === undefined) return written
    return fact === '' ? '' : leading + space + fact
  })
}
