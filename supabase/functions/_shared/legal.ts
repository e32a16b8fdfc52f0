// The details that the law requires a business to give on its website, including its legal pages, and in its emails.
// They are taken from the settings.

/** Numbers are written with and without spaces, hyphens and dots, in either case. */
const compact = (typed: string): string => typed.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Companies House numbers have eight digits, or two letters and six digits. Leading zeros are often left out. */
export const COMPANY_NUMBER = {
  tidy: (typed: string): string => {
    const [, letters = '', digits = ''] = /^([A-Z]{2})?(\d{5,7})$/.exec(compact(typed)) ?? []
    return digits ? letters + digits.padStart(8 - letters.length, '0') : compact(typed)
  },
  pattern: /^(?:\d{8}|[A-Z]{2}\d{6})$/i,
  message: 'A company number has 8 characters, such as 01234567 or SC123456',
}
export const VAT_NUMBER = {
  tidy: (typed: string): string => formatVat(compact(typed).replace(/^(?=\d)/, 'GB')),
  pattern: /^GB ?\d{3} ?\d{4} ?\d{2}$/i,
  message: 'A VAT number has nine digits, such as GB 123 4567 89',
}
export const FIRM_REFERENCE = {
  tidy: compact,
  pattern: /^\d{6,7}$/,
  message: 'A firm reference number has six or seven digits',
}
export const ICO_NUMBER = {
  tidy: compact,
  pattern: /^(?:Z\d{7}|Z[A-Z]\d{6})$/i,
  message: 'An ICO registration number looks like Z1234567 or ZA123456',
}

export const REGISTERED_IN = {
  'england-and-wales': 'England and Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
} as const

export const FCA_STATUSES = {
  none: 'Not authorised',
  broker: 'Authorised as a credit broker, not a lender',
  lender: 'Authorised as a lender',
  representative: 'Appointed representative of another firm',
} as const

export interface LegalFacts {
  companyName: string
  legalName: string
  companyNumber: string
  registeredIn: string
  registeredOffice: string
  vatNumber: string
  fcaStatus: string
  fcaNumber: string
  fcaPrincipal: string
}

/** The legal entity that the customer deals with. */
export const legalNameOf = ({ companyName, legalName }: LegalFacts): string => legalName || companyName

const ofOptions = (options: Record<string, string>, choice: string) =>
  Object.hasOwn(options, choice) ? options[choice] : undefined

/** 'Acme Cars is a trading name of Acme Limited, registered in Scotland (SC123456).' */
function companyLine(facts: LegalFacts): string | null {
  const { companyName, companyNumber, registeredOffice } = facts
  const name = legalNameOf(facts)
  const place = ofOptions(REGISTERED_IN, facts.registeredIn)
  const registered =
    companyNumber && `registered in ${place ?? 'the United Kingdom'} with company number ${companyNumber.toUpperCase()}`
  const office = registeredOffice && `Registered office: ${registeredOffice}.`
  if (name !== companyName) {
    const trading = `${companyName} is a trading name of ${name}${registered ? `, ${registered}` : ''}.`
    return [trading, office].filter(Boolean).join(' ')
  }
  return [registered && `${name} is ${registered}.`, office].filter(Boolean).join(' ') || null
}

/** 'GB123456789' becomes 'GB 123 4567 89'. */
export const formatVat = (number: string): string =>
  number
    .replaceAll(' ', '')
    .toUpperCase()
    .replace(/^GB(\d{3})(\d{4})(\d{2})$/, 'GB $1 $2 $3')

/**
 * The dealer's FCA status. Null unless the settings hold every detail that the sentence needs, so that it never makes
 * an unsupported claim.
 */
export function fcaLine(facts: LegalFacts): string | null {
  const { fcaStatus, fcaNumber, fcaPrincipal } = facts
  if (!fcaNumber) return null
  const name = legalNameOf(facts)
  const authorised = `authorised and regulated by the Financial Conduct Authority (firm reference number ${fcaNumber})`
  if (fcaStatus === 'broker') return `${name} is ${authorised} as a credit broker, not a lender.`
  if (fcaStatus === 'lender') return `${name} is ${authorised} as a lender.`
  if (fcaStatus !== 'representative' || !fcaPrincipal) return null
  return `${name} is an appointed representative of ${fcaPrincipal}, which is ${authorised}. We act as a credit broker, not a lender.`
}

/** All legal details, for the website and emails. */
export function legalLines(facts: LegalFacts): string[] {
  const vat = facts.vatNumber && `VAT number ${formatVat(facts.vatNumber)}.`
  return [companyLine(facts), vat, fcaLine(facts)].filter((line): line is string => Boolean(line))
}
