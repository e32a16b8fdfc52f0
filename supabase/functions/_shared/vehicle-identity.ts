// Registrations and VINs. Unusual ones are warned about and never refused: imports, trade plates and old chassis numbers
// follow no pattern. The database stores both as `plainCode` returns them.

/** The most letters and digits that the database stores. */
export const REGISTRATION_LENGTH = 15
export const VIN_LENGTH = 30

/** Upper case letters and digits only. */
export const plainCode = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Each has two groups, which are shown with a space between them. */
const FORMATS = [
  /^([A-HJ-PR-Y]{2}\d{2})([A-HJ-PR-Z]{3})$/, // since September 2001
  /^([A-HJ-NPR-TV-Y]\d{1,3})([A-HJ-PR-Y]{3})$/, // prefix, 1983 to 2001
  /^([A-HJ-PR-Y]{3})(\d{1,3}[A-HJ-NPR-TV-Y])$/, // suffix, 1963 to 1983
  /^([A-Z]{1,3})(\d{1,4})$/, // dateless, and Northern Ireland
  /^(\d{1,4})([A-Z]{1,3})$/,
  /^(Q\d{1,3})([A-Z]{3})$/, // age unknown
] as const

/** With its space, for example "AB12 CDE". A registration in no known format is shown as it is stored. */
export function formatRegistration(text: string): string {
  const code = plainCode(text)
  const found = FORMATS.map((format) => format.exec(code)).find(Boolean)
  return found ? `${found[1]} ${found[2]}` : code
}

/** 19 is March 2019, and 69 is September 2019. Null for other formats. */
function yearOfIssue(code: string): number | null {
  const digits = Number(FORMATS[0].exec(code)?.[1]?.slice(2) ?? 0)
  if (digits < 2) return null
  return 2000 + (digits > 50 ? digits - 50 : digits)
}

/** What looks wrong with a registration, for a vehicle of this year if it is known. */
export function registrationWarning(text: string, year: number | null): string | null {
  const code = plainCode(text)
  if (code === '') return null
  if (!FORMATS.some((format) => format.test(code))) return 'This isn’t a usual UK registration. Please check it.'
  const issued = yearOfIssue(code)
  return issued !== null && year !== null && issued > year
    ? `This registration was first issued in ${issued}, but the vehicle’s year is ${year}. Please check both.`
    : null
}

const FIRST_YEAR_OF_VINS = 1981

/**
 * What looks wrong with a VIN or, before 1981, with a chassis number. The check digit is not considered, because European
 * manufacturers don't use it.
 */
export function vinWarning(text: string, year: number | null): string | null {
  const code = plainCode(text)
  if (code === '') return null
  if (year !== null && year < FIRST_YEAR_OF_VINS) {
    return code.length < 5 || code.length > 17
      ? 'Chassis numbers from before 1981 usually have 5 to 17 letters and digits. Please check it.'
      : null
  }
  if (code.length !== 17) return `A VIN has 17 letters and digits, and this has ${code.length}. Please check it.`
  return /[IOQ]/.test(code) ? 'A VIN never contains the letters I, O or Q. Please check it.' : null
}
